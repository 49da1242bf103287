// expect: false(no-undefined-behaviour)
// options: --property no-undefined-behaviour
struct triple {
    int a[3];
};

int table[8];

int main(void) {
    struct triple *to = (struct triple *)&table[1], *from = (struct triple *)&table[2];
    *to = *from;
    return 0;
}
