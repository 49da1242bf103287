// As many arguments as the definition takes, and more of one that takes any number.
static int first();
static int any(int a, ...) { return a; }

int main(void) {
    return first(0) + any(0) + any(0, 1, 2);
}

static int first(int a) { return a; }
