// expect: false(unreach-call)
// What counts comes back in a struct, through two calls.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair { int first, second; };
static struct pair make(int x) {
    struct pair p = { x, x + 1 };
    return p;
}
static struct pair turn(struct pair p) {
    struct pair q;
    q.first = p.second;
    q.second = p.first;
    return q;
}
int main(void) {
    struct pair p = turn(make(__VERIFIER_nondet_int()));
    if (p.first == 8)
        reach_error();
    return 0;
}
