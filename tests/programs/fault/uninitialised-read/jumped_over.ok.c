// A goto to before the initialiser.
int main(void) {
    int tries = 0;
again:
    if (tries++) goto inside;
    {
    inside:;
        int value = 5;
        tries += value;
        if (tries < 10) goto again;
    }
    return tries;
}
