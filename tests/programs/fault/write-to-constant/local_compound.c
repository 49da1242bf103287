// SANITIZERS: blind
// An unnamed const array.
int main(void) {
    const int *p = (const int[]){1, 2};
    ((int *)p)[1] = 3; // FAULT
    return *p;
}
