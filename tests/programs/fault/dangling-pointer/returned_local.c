// The address of a local outlives its function.
static int *kept;

static void keep(int n) {
    int local = n;
    kept = &local;
}

int main(void) {
    keep(5);
    return *kept; // FAULT
}
