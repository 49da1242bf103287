// Initialisers of globals, locals and literals.
int printf(const char *, ...);
void out(long long x) { printf("%lld\n", x); }

struct point { int x, y; };
struct line { struct point from, to; char name[6]; };
union number { int i; double d; char bytes[8]; struct point p; };
struct flexible { int n; short tail[]; };
struct nested { int a; struct { int b, c; union { int d; char e; }; } in[2]; int f; };

static int later;
static const char text[] = "hello";
static char cut[3] = "abc", padded[8] = "xy", braces[] = {"in"};
static char const *const names[] = {"one", "two" + 1, [3] = "four"};
static int numbers[10] = {1, 2, [5] = 6, 7, [0] = 9, [8 ... 9] = 4};
static int grid[2][3] = {{1}, {2, 3}}, flat[2][3] = {1, 2, 3, 4}, third[][2] = {[2][1] = 5, 6};
static struct line lines[2] = {{{1, 2}, {3, 4}, "ab"}, [1].to.y = 9, [1].name = {'q', [3] = 'z'}, [0].from = {7}};
static struct line brace_elision = {1, 2, 3, 4, 'a', 'b'};
static union number first = {5}, second = {.d = 1.5}, third_member = {.bytes = {1, 2, 3}}, fourth = {.p.y = 8};
static struct flexible flexible = {3, {10, 20, 30}};
static int *address = &numbers[3], *behind = numbers + 10, *before = &numbers[9] - 4;
static int *member = &lines[1].to.y, **indirect = &address;
static long distance = (long)&((struct line *)0)->to;
static void (*function)(long long) = out;
static struct nested nested = {1, {{2, 3, 4}, {.c = 5, .e = 'x'}}, 6};
static struct nested override = {.in = {[1] = {1, 2, 3}}, .in[1].c = 9, .f = 3};
static struct line copied = {(struct point){1, 2}, .to = (struct point){.y = 4}};
static struct point *literal = &(struct point){11, 12};
static int *array = (int[]){1, 2, 3};
static unsigned char wrapped = 300, negative = -1;
static double fraction = 1 / 2, exact = 1.0 / 2, from_int = 7;
static float single = 0.1;
static long shifted = 1L << 40, sized = sizeof numbers / sizeof *numbers;
static _Bool yes = 5, no = 0.0, pointer = &later;
static wchar_t_is_int;
static __typeof__(L'a') wide[] = L"w\x1234";
static unsigned short utf16[] = u"\u20ac";
static _Bool flags[3] = {2, 0, 1};
static int conditional = sizeof(int) == 4 ? 10 : 20;
static long label_free = -(long)sizeof(char);
static char matrix[2][4] = {"abcd", "e"};
static struct { char c; int : 5; int b : 3; struct point p; } padded_bits = {'c', 2, {3, 4}};

struct entry { int id, flags; const char *name; struct point at; };
#define TABLE { \
    [0 ... 5] = {.id = -1, .flags = 7, .name = "none", .at = {1, 2}}, \
    [2] = {.id = 2}, \
    [3] = {.id = 3, .at.y = 9}, \
    [4].flags = 8, \
    [5].at = {.x = 4}, \
    [1] = {1, 2, "one", {3}}, [1].at.y = 6, \
}
static const struct entry table[6] = TABLE;
static const struct { struct entry e[2]; int n; } outer = {
    .e = {[0 ... 1] = {1, 2, "x", {3, 4}}, [1] = {.flags = 5}}, .n = 6, .e[0].at = {.y = 8}};
static union { int i; double d; char c[8]; } united = {.d = -1.5, .i = 3};
static struct { union { struct point p; long l; }; int z; } inside = {.p = {1, 2}, .p = {.y = 3}, .z = 4};
static int again[4] = {1, 2, 3, 4, [1] = 5, [0] = 6};
static int gnu_style[] = {[2] 3, [0] 1};
static struct point old_style = {y: 4, x: 3};

static void show(const struct entry *e)
{
    out(e->id * 1000 + e->flags * 100 + e->at.x * 10 + e->at.y + (e->name ? e->name[0] : 0));
}

static int calls;
static int next(void) { return ++calls; }

static void locals(void)
{
    int a[5] = {1, [3] = 4};
    for (int i = 0; i < 5; i++)
        out(a[i]);
    struct line l = {.to = {.y = next()}, .from.x = next(), .name = "abcdef"};
    out(l.from.x * 10 + l.to.y);
    out(l.from.y);
    out(l.name[5]);
    char s[8] = "abc", t[3] = "xyz", u[] = {'a', "bc"[1]};
    out(s[2] + s[3] + s[7]);
    out(t[2]);
    out(sizeof u);
    out(u[1]);
    union number n = {.bytes = {[7] = 1}};
    out(n.bytes[7] + n.i);
    struct point p = {1, 2}, q = p, r = {p.y, p.x};
    out(q.x + r.x * 10);
    struct line copy = {p, q};
    out(copy.to.y);
    int m[2][2] = {{1, 2}, {3}};
    out(m[0][1] + m[1][0] + m[1][1]);
    int e[3] = {[0 ... 1] = next()};
    out(e[0]);
    out(e[1]);
    out(calls);
    struct entry local[6] = TABLE;
    for (int i = 0; i < 6; i++)
        show(local + i);
    struct point twice[4] = {[0 ... 3] = {next(), next()}, [2] = {next()}};
    for (int i = 0; i < 4; i++)
        out(twice[i].x * 10 + twice[i].y);
    int overridden[2] = {[0] = 5, [1] = next(), [0] = next()};
    out(overridden[0] * 100 + overridden[1]);
    int *pointer = (int[4]){[1] = 7};
    out(pointer[1] + pointer[3]);
    out((struct point){.y = 6}.y);
    out(((union number){.i = 0x01020304}).bytes[0]);
    for (int i = 0; i < 3; i++) {
        int fresh[3] = {i};
        fresh[1] += 1;
        out(fresh[0] + fresh[1] * 10);
        struct point *lit = &(struct point){i};
        out(lit->x + lit->y);
        lit->y = 5;
    }
    static int counter = 5, *kept = &counter;
    out(++*kept);
    static struct point points[] = {{1, 2}, {3, 4}};
    out(points[1].y);
    int scalar = {3}, braced[] = {{1}, 2};
    out(scalar + braced[0]);
    char *strings[] = {"a", "bc"};
    out(strings[1][1]);
    _Bool b[2] = {7};
    out(b[0] + b[1]);
    float f[2] = {1, 2.5};
    out((long long)(f[0] + f[1] * 2));
    unsigned char c[2] = {257, -1};
    out(c[0] + c[1]);
    struct point zero = {};
    out(zero.x + zero.y);
    const struct { int n; char text[]; } *z = 0;
    out(sizeof *z);
    int self = sizeof self;
    out(self);
    struct nested deep = {.in[0] = {.b = 1, .d = 2}, .in[1].c = 3, 4, 5};
    out(deep.in[0].b + deep.in[0].d * 10 + deep.in[1].c * 100 + deep.in[1].d * 1000 + deep.f * 10000);
}

int main(void)
{
    out(sizeof text);
    out(cut[2]);
    out(padded[1] + padded[7]);
    out(sizeof braces);
    out(names[1][0]);
    out(names[2] == 0);
    out(names[3][3]);
    for (int i = 0; i < 10; i++)
        out(numbers[i]);
    for (int i = 0; i < 6; i++)
        out(((int *)grid)[i] * 100 + ((int *)flat)[i] * 10 + ((int *)third)[i]);
    out(sizeof third);
    out(lines[0].from.x);
    out(lines[0].from.y);
    out(lines[0].to.y);
    out(lines[1].to.y);
    out(lines[1].name[0] + lines[1].name[3]);
    out(brace_elision.to.y);
    out(brace_elision.name[1]);
    out(first.i);
    out(second.d == 1.5);
    out(third_member.i);
    out(fourth.p.y);
    out(flexible.tail[2]);
    out(address[0] + behind[-1] + *before);
    out(*member + **indirect);
    out(distance);
    function(77);
    out(nested.in[0].d);
    out(nested.in[1].b);
    out(nested.in[1].e);
    out(nested.f);
    out(override.in[1].b * 100 + override.in[1].c * 10 + override.in[1].d);
    out(override.in[0].b);
    out(copied.from.y * 10 + copied.to.y + copied.to.x);
    out(literal->y);
    out(array[2]);
    out(wrapped);
    out(negative);
    out(fraction == 0);
    out(exact == 0.5);
    out(from_int == 7);
    out(single == 0.1f);
    out(shifted);
    out(sized);
    out(yes * 100 + no * 10 + pointer);
    out(wide[1]);
    out(sizeof wide);
    out(utf16[0]);
    out(flags[0] + flags[1] + flags[2]);
    out(conditional);
    out(label_free);
    out(matrix[0][3] + matrix[1][0] + matrix[1][1]);
    out(padded_bits.b + padded_bits.p.y * 10);
    for (int i = 0; i < 6; i++)
        show(table + i);
    show(&outer.e[0]);
    show(&outer.e[1]);
    out(outer.n);
    out(united.i);
    out(united.c[7]);
    out(inside.p.x * 100 + inside.p.y * 10 + inside.z);
    out(again[0] * 1000 + again[1] * 100 + again[2] * 10 + again[3]);
    out(gnu_style[0] + gnu_style[2] + old_style.x * 10);
    locals();
}
