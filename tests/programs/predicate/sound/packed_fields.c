// expect: false(unreach-call)
void reach_error(void);
struct __attribute__((packed)) fields { unsigned a : 5, b : 13, c : 14; signed d : 7; };
int main(void)
{
    struct fields fields = {0}, *p = &fields;
    p->b = 0x1fff;
    p->d = -1;
    fields.a++;
    fields.b += 2;
    if (p->b == 1 && fields.d == -1 && p->a == 1 && p->c == 0)
        reach_error();
    return 0;
}
