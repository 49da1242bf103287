// An object that is not const, through a pointer that is cast.
static int limit = 10;

int main(void) {
    const int *view = &limit;
    int *p = (int *)view;
    *p = 20;
    return limit;
}
