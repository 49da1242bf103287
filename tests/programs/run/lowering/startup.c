// Constructors, destructors, aliases, weak and inline functions, falling off the end of main.
int printf(const char *, ...);
void out(long long x) { printf("%lld\n", x); }

__attribute__((constructor)) static void second(void) { out(2); }
__attribute__((constructor(200))) static void first(void) { out(1); }
__attribute__((constructor)) static void third(void) { out(3); }
__attribute__((destructor)) static void late(void) { out(30); }
__attribute__((destructor(200))) static void last(void) { out(40); }
__attribute__((destructor)) static void early(void) { out(20); }

static int impl(int x) { return x + 1; }
int alias(int) __attribute__((alias("impl")));
__attribute__((weak)) int weak(void) { return 5; }
inline int inlined(void) { return 6; }
extern inline int inlined(void);
static int object = 3;
extern int other __attribute__((alias("object")));
int renamed(void) __asm__("elsewhere");
int renamed(void) { return 9; }
int tentative;
int tentative;
extern int tentative;
static int internal;
int use(void) { extern int internal; return ++internal; }
int tentative = 4;

int main(void)
{
    out(alias(1));
    out(weak());
    out(inlined());
    other++;
    out(object);
    out(renamed());
    out(tentative);
    out(use() + use());
}
