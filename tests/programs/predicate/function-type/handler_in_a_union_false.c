// expect: false(unreach-call)
// The pointer is stored as one type and read as another.
extern void reach_error(void);

union handler { void (*by_number)(long); void (*by_pointer)(void *); };
static int called;
static void note(long x) { called = x == 0; }

int main(void) {
    union handler handler;
    handler.by_number = note;
    handler.by_pointer((void *)0);
    if (called) reach_error();
    return 0;
}
