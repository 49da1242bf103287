// The address of a static local outlives its function.
static int *kept;

static void keep(int n) {
    static int local;
    local = n;
    kept = &local;
}

int main(void) {
    keep(5);
    return *kept;
}
