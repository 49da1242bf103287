// SANITIZERS: blind
// A const object of each thread.
static _Thread_local const int limit = 10;

int main(void) {
    int *p = (int *)&limit;
    *p = 20; // FAULT
    return limit;
}
