// expect: false(unreach-call)
// Pointers to two string literals are two values.
#include <assert.h>
int evercheck_choose(int, int);
void f(int v) { static int n; n = v; evercheck_choose(0,1); }
int r;
void set(int i, int v) {
    if (i) { static int n; n = v; r += n; }
    else { static int n; n = v; r += 2 * n; }
}
int get(int v) { static const char *s; 
  if (v == 1) s = "x"; else if (v == 2) s = "y"; return s ? s[0] : 0; }
int main(void) {
    int c = evercheck_choose(0, 1);
    if (c) { get(1); } else { get(2); }
    c = 0;
    evercheck_choose(0, 1);
    assert(get(0) == (char)121);
    return 0;
}
