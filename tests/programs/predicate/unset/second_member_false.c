// expect: false(no-uninitialised-read)
// options: --property no-uninitialised-read
struct pair {
    int first, second;
};

int main(void) {
    struct pair pair;
    pair.first = 1;
    return pair.first + pair.second;
}
