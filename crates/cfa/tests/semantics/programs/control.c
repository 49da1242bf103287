// Control flow: switch, loops, jumps, computed gotos, cleanups.
void out(long long);

static int classify(long long x)
{
    switch (x) {
    case -5 ... -1: return 1;
    case 0: return 2;
    case 1 ... 9: return 3;
    case 0x100000000ll: return 4;
    default: return 5;
    }
}

static int narrow(unsigned char c)
{
    switch (c) {
    case 255: return 1;
    case -1: return 2;
    case 0x10: return 3;
    }
    return 4;
}

static int unsigned_switch(unsigned x)
{
    switch (x) {
    case -1: return 1;
    case 0x80000000: return 2;
    case 5u ... 6u: return 3;
    }
    return 0;
}

static int signed_char(signed char c)
{
    switch (c) {
    case -1: return 1;
    case 'a': return 2;
    default: return 3;
    case 0: return 4;
    }
}

static int huge(unsigned long long x)
{
    switch (x) {
    case ~0ull: return 1;
    case 0x8000000000000000ull ... 0x8000000000000010ull: return 2;
    }
    return 3;
}

static void duff(char *to, const char *from, int count)
{
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7:      *to++ = *from++;
    case 6:      *to++ = *from++;
    case 5:      *to++ = *from++;
    case 4:      *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}

static void fall_through(int x)
{
    switch (x) {
        int y;
    case 1:
        y = 10;
        out(y);
    case 2:
        y = 20;
        out(y);
        break;
    default:
        out(-1);
    case 3: {
        int z = 5;
        out(z);
        if (x == 3)
            break;
        out(6);
    }
    }
}

static void nested_loops(void)
{
    for (int i = 0; i < 3; i++) {
        int j = 0;
        while (1) {
            if (j == 2)
                break;
            j++;
            switch (i) {
            case 1: continue;
            case 2: break;
            }
            out(i * 10 + j);
        }
        do {
            j--;
            if (j == 1)
                continue;
            out(100 + j);
        } while (j > 0);
    }
    int k = 0;
    for (;;)
        if (++k > 3)
            break;
    out(k);
    for (int a = 0, b = 5; a < b; a++, b--)
        out(a * b);
}

static int computed(const char *code)
{
    static const void *const table[] = {&&add, &&twice, &&stop};
    static const int apart[] = {&&add - &&add, &&twice - &&add, &&stop - &&add};
    int acc = 1;
    goto *table[*code++ - '0'];
add:
    acc += 1;
    goto *(&&add + apart[*code++ - '0']);
twice: {
    int two = 2;
    acc *= two;
    goto *table[*code++ - '0'];
}
stop:
    return acc;
}

static int jumps(int n)
{
    int i = 0, sum = 0;
again:
    if (i < n) {
        int square = i * i;
        sum += square;
        i++;
        goto again;
    }
    {
        int inner;
        goto into;
    skip:
        inner = 1;
    into:
        inner = 7;
        sum += inner;
        if (sum < 100)
            goto skip;
    }
    goto end;
    sum = -1;
end:
    return sum;
}

static void say(int *p)
{
    out(1000 + *p);
}

#define CLEAN __attribute__((cleanup(say)))

static int backwards(int how)
{
    int twice = 0;
again:;
    int f CLEAN = 50 + twice;
    if (how == 6 && twice++ < 2)
        goto again;
    int n = how + twice;
    char array[n];
    int g CLEAN = 55;
    array[n - 1] = n;
    if (how == 8 && twice++ < 2)
        goto again;
    return array[n - 1];
}

static int cleanups(int how)
{
    int a CLEAN = 1;
    for (int i CLEAN = 2; i < 4; i++) {
        int b CLEAN = 10 + i;
        if (how == 0)
            continue;
        if (how == 1)
            break;
        if (how == 2)
            goto out;
        if (how == 3)
            return a++;
        int c CLEAN = 20;
        if (how == 4)
            goto out;
        {
            int d CLEAN = 30;
            (void)d;
        }
    }
    switch (how) {
        case 5: {
            int e CLEAN = 40;
            break;
        }
        default:;
    }
    if (how == 7)
        return ({ int g CLEAN = 60; g + 1; });
    return backwards(how);
out:
    return 6;
}

struct big { int a[3]; };
static void spoil(struct big *b) { b->a[0] = 99; }

static struct big returned(void)
{
    struct big b __attribute__((cleanup(spoil))) = {{1, 2, 3}};
    return b;
}

static int statement_expressions(int x)
{
    int y = ({ int t = x * 2; t + 1; });
    struct big b = ({ struct big t = {{y, 2}}; t; });
    ({ out(b.a[0]); });
    int z = ({ if (x > 2) goto leave; 5; });
    out(z);
    for (int i = 0; i < 3; i++)
        out(({ if (i == 1) continue; i; }));
    return ({ struct big t = {{1, 2, 3}}; t.a[2]; }) + ({ x; }) * 10;
leave:
    return -1;
}

int main(void)
{
    long long values[] = {-6, -5, -1, 0, 1, 9, 10, 0x100000000ll, -0x100000000ll, 0x100000001ll};
    for (int i = 0; i < 10; i++)
        out(classify(values[i]));
    out(narrow(255) * 100 + narrow(16) * 10 + narrow(1));
    out(unsigned_switch(-1) * 1000 + unsigned_switch(0x80000000) * 100 + unsigned_switch(6) * 10 + unsigned_switch(7));
    out(signed_char(-1) * 1000 + signed_char('a') * 100 + signed_char(0) * 10 + signed_char(7));
    out(huge(-1) * 100 + huge(0x8000000000000003ull) * 10 + huge(1));
    char to[20] = {0};
    duff(to, "0123456789abcdefghi", 19);
    out(to[18]);
    for (int i = 0; i < 5; i++)
        fall_through(i);
    nested_loops();
    out(computed("10012"));
    out(jumps(5));
    for (int i = 0; i < 9; i++)
        out(cleanups(i));
    out(returned().a[0]);
    out(statement_expressions(1));
    out(statement_expressions(4));
    int w = 0;
    while (({ w++; w < 3; }))
        out(w);
    if (0)
    inside:
        out(123);
    if (w++ < 5)
        goto inside;
}
