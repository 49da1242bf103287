// expect: true
// options: --property no-uninitialised-read
// To copy is not to use: characters and aggregates may be handed on.
struct pair {
    int first, second;
};

int main(void) {
    struct pair pair, copy;
    pair.first = 1;
    copy = pair;
    return copy.first;
}
