// String literals and arrays of characters.
#include <stdio.h>
#include <string.h>

int main(void) {
    char a[] = "hello", b[10] = "hi", c[3] = "abc", d[] = {'x', 'y', 0};
    const char *p = "literal";
    printf("%zu %zu %zu %zu\n", sizeof a, sizeof b, sizeof c, sizeof d);
    printf("%s %s %.3s %s %s\n", a, b, c, d, p);
    printf("%d %d\n", b[2], b[9]);
    a[0] = 'j';
    a[4] = 'y';
    puts(a);
    printf("%c %c\n", "abc"[1], *("xyz" + 2));
    printf("%zu %zu\n", sizeof "four", strlen("a\0b"));
    printf("%s\n", "con" "cat" "enated");
    printf("%s|%s\n", "tab\there", "quote\"s");
    printf("%d %d\n", "\x41\102C"[0], "\x41\102C"[1]);
    char *q = b;
    *q++ = 'o';
    *q++ = 'k';
    *q = 0;
    printf("%s %d\n", b, (int)(q - b));
    char two[2][4] = {"abc", "def"};
    two[0][2] = two[1][2];
    printf("%s %s\n", two[0], two[1]);
    const char *table[] = {"red", "green", [4] = "last"};
    for (int i = 0; i < 5; i++) printf("%s ", table[i] ? table[i] : "-");
    puts("");
    puts(__func__);
    printf("%s\n", strcmp(__FUNCTION__, "main") ? "no" : "yes");
    int wide[] = L"wide";
    printf("%zu %d\n", sizeof wide / sizeof *wide, wide[3]);
    unsigned short utf16[] = u"h\u00e9";
    printf("%zu %d\n", sizeof utf16 / sizeof *utf16, utf16[1]);
    printf("%zu\n", strlen(u8"\u20ac"));
    return 0;
}
