// expect: false(unreach-call)
// Initial values in the last stride, which the object does not fill.
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct { int count; struct { int x, y; } pairs[2]; } table = {1, {{1, 2}, {3, 4}}};
int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 1)
        return 0;
    table.pairs[i].x = 7;
    if (table.pairs[1].y == 4)
        reach_error();
    return 0;
}
