// An unnamed array that is not const.
int main(void) {
    const int *p = (int[]){1, 2};
    ((int *)p)[1] = 3;
    return p[1];
}
