// expect: false(no-undefined-behaviour)
// options: --property no-undefined-behaviour
static int down(int depth) {
    return depth == -1 ? 0 : 1 + down(depth + 1);
}

int main(void) {
    return down(0);
}
