// expect: false(no-undefined-behaviour)
// options: --property no-undefined-behaviour
int main(void) {
    double large = 1e10;
    return (int)large;
}
