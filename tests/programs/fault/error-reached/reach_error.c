// The error function of verification tasks.
extern void reach_error(void);

int main(void) {
    int x = 0;
    for (int i = 0; i < 10; i++) x += 2;
    if (x != 21) reach_error(); // FAULT
    return 0;
}
