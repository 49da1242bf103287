// A call through a pointer that was one to data for a while.
static int f(void) { return 3; }

int main(void) {
    char *data = (char *)f;
    int (*g)(void) = (int (*)(void))data;
    return g();
}
