// The cleanup attribute between `*` and the name belongs to the variable.
#include <stdio.h>

static void done(const char **p) { printf("~%s ", *p); }
#define CLEAN __attribute__((cleanup(done)))

int main(void) {
    { CLEAN const char *a = "before"; }
    { const char *CLEAN b = "between"; }
    { const char *const CLEAN c = "behind const", *d = "not this one"; }
    { const char *e CLEAN = "after"; }
    { const char *f = "not this one", *CLEAN g = "second"; }
    puts("");
    return 0;
}
