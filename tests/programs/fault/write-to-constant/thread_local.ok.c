// An object of each thread that is not const.
static _Thread_local int limit = 10;

int main(void) {
    int *p = (int *)(const int *)&limit;
    *p = 20;
    return limit;
}
