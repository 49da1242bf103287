// A goto past the initialiser.
int main(void) {
    int tries = 0;
again:
    if (tries++) goto inside;
    {
        int value = 5;
    inside:
        tries += value; // FAULT
        if (tries < 10) goto again;
    }
    return tries;
}
