// The address of a local outlives its block.
int main(void) {
    int *p;
    {
        int inner = 7;
        p = &inner;
    }
    return *p; // FAULT
}
