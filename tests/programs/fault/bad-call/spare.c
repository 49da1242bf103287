// More arguments than the definition takes, after a declaration that says nothing of them.
static int first();

int main(void) {
    return first(0, 1); // FAULT
}

static int first(int a) { return a; }
