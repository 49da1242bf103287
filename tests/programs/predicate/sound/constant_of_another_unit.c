// expect: false(unreach-call)
// A constant that another unit defines has a value that nobody knows here.
extern const int limit;
extern void reach_error(void);

int main(void) {
    if (limit != 0) reach_error();
    return 0;
}
