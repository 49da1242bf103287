// expect: false(no-undefined-behaviour)
// options: --property no-undefined-behaviour
static int add();

int main(void) {
    return add(1);
}

static int add(a, b)
    int a, b;
{
    return a + b;
}
