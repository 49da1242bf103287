// Plain char is signed here; characters above 127 are negative.
#include <limits.h>
#include <stdio.h>

int main(void) {
    char c = '\xff';
    unsigned char u = '\xff';
    printf("%d %d %d\n", c, u, CHAR_MIN);
    printf("%d %d\n", c == u, (unsigned char)c == u);
    char text[] = "\x80\xc3\xa9";
    for (int i = 0; text[i]; i++) printf("%d %u ", text[i], (unsigned char)text[i]);
    puts("");
    printf("%d %d %d\n", '\0', '\101', '\x41');
    printf("%d %d %d %d %d %d %d\n", '\a', '\b', '\f', '\n', '\r', '\t', '\v');
    printf("%d %d %d %d\n", '\\', '\'', '"', '\?');
    printf("%d\n", 'ab');
    printf("%d\n", 'abcd');
    printf("%d %d\n", L'a', L'\x100');
    printf("%d %d\n", u'\xffff', U'\x10ffff');
    c = 127;
    c++;
    printf("%d\n", c);
    printf("%d\n", '\377' == -1);
    return 0;
}
