// expect: false(unreach-call)
// A thread of the C library calls a function when names are resolved.
struct event { int kind; void (*function)(int); };
int getaddrinfo_a(int, void **, int, struct event *);
void reach_error(void);
static volatile int is_done;
static void done(int value)
{
    is_done = 1;
}
int main(void)
{
    struct event event = { 2, done };
    getaddrinfo_a(1, 0, 0, &event);
    if (is_done)
        reach_error();
    return 0;
}
