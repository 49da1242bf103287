// The builtin forms of memory and string functions.
#include <stdio.h>

int main(void) {
    char a[16], b[16];
    __builtin_memset(a, 'x', 15);
    a[15] = 0;
    __builtin_strcpy(b, "copy");
    __builtin_memcpy(a + 2, b, 4);
    printf("%s %zu\n", a, __builtin_strlen(b));
    __builtin_memmove(a + 1, a, 8);
    puts(a);
    printf("%d %d\n", __builtin_strcmp("a", "a"), __builtin_memcmp("abc", "abd", 2));
    printf("%s\n", __builtin_strchr("key=value", '=') + 1);
    __builtin_printf("%d\n", __builtin_abs(-3));
    int *p = __builtin_malloc(sizeof *p);
    *p = 4;
    __builtin_printf("%d\n", *p);
    __builtin_free(p);
    return 0;
}
