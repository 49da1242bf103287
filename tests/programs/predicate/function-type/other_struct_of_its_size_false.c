// expect: false(unreach-call)
// A struct is passed as another one of the same shape.
extern void reach_error(void);

struct pair { int a, b; };
struct point { int x, y; };
static int sum;
static void note(struct point p) { sum = p.x + p.y; }

int main(void) {
    void (*f)(struct pair) = (void (*)(struct pair))note;
    struct pair pair = {3, 4};
    f(pair);
    if (sum == 7) reach_error();
    return 0;
}
