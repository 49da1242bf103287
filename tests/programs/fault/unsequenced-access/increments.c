// Two side effects on one variable.
int main(void) {
    int i = 1;
    i = i++ + 1; // FAULT
    return i;
}
