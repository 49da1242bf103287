// A write through a pointer that was never set.
static int *target;

int main(void) {
    *target = 5; // FAULT
    return 0;
}
