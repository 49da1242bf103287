// The last part of a path of BYTES characters, without a suffix of two.
#include <assert.h>
#include <string.h>

#ifndef BYTES
#define BYTES 6
#endif

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char path[BYTES + 1], suffix[3];
    for (int i = 0; i < BYTES; i++)
        path[i] = __VERIFIER_nondet_char();
    for (int i = 0; i < 2; i++)
        suffix[i] = __VERIFIER_nondet_char();
    path[BYTES] = suffix[2] = 0;
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        path[--length] = 0;
    char *slash = strrchr(path, '/');
    char *name = slash && slash[1] ? slash + 1 : path;
    size_t of_name = strlen(name), of_suffix = strlen(suffix);
    if (of_suffix < of_name && strcmp(name + of_name - of_suffix, suffix) == 0)
        name[of_name - of_suffix] = 0;
    assert(strchr(name, '/') == NULL || strcmp(name, "/") == 0 || suffix[0] == '/');
    return 0;
}
