// expect: true
// Three choices of an integer from 1 to N, one thread.
#ifndef N
#define N 50
#endif

extern int evercheck_choose(int, int);

int main(void) {
    int a = evercheck_choose(1, N);
    int b = evercheck_choose(1, N);
    int c = evercheck_choose(1, N);
    return a + b + c < 3;
}
