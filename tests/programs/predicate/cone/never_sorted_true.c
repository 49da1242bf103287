// expect: true
// What is not followed lies behind a loop that never ends and that the error does not depend on.
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
extern void reach_error(void);
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int numbers[3] = { 3, 1, 2 }, flag, turns;
int main(void) {
    while (flag == 0)
        turns = (turns + 1) & 7;
    qsort(numbers, 3, sizeof(int), compare);
    if (numbers[0] == 1)
        reach_error();
    return 0;
}
