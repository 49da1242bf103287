// The error function is there but not called.
extern void reach_error(void);

int main(void) {
    int x = 0;
    for (int i = 0; i < 10; i++) x += 2;
    if (x != 20) reach_error();
    return 0;
}
