// RUN: looking for characters and strings
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *text = "the quick brown fox jumps over the lazy dog";

static void at(const char *what, const char *found)
{
    if (found)
        printf("%s: %td\n", what, found - text);
    else
        printf("%s: none\n", what);
}

int main(void)
{
    printf("%zu %zu %zu\n", strlen(text), strnlen(text, 10), strnlen(text, 100));
    at("strchr q", strchr(text, 'q'));
    at("strchr Q", strchr(text, 'Q'));
    at("strchr 0", strchr(text, 0));
    at("strchr wraps", strchr(text, 'q' + 256));
    at("strrchr o", strrchr(text, 'o'));
    at("strrchr 0", strrchr(text, 0));
    at("strrchr Z", strrchr(text, 'Z'));
    at("strchrnul Z", strchrnul(text, 'Z'));
    at("index", index(text, 'b'));
    at("rindex", rindex(text, 'e'));
    at("strstr fox", strstr(text, "fox"));
    at("strstr empty", strstr(text, ""));
    at("strstr none", strstr(text, "foxes"));
    at("strcasestr", strcasestr(text, "LAZY"));
    at("strpbrk", strpbrk(text, "xyz"));
    at("strpbrk none", strpbrk(text, "XYZ"));
    printf("%zu %zu %zu\n", strspn(text, "eht "), strspn(text, ""), strspn(text, "abcdefghijklmnopqrstuvwxyz "));
    printf("%zu %zu %zu\n", strcspn(text, "q"), strcspn(text, ""), strcspn(text, "t"));
    at("memchr", memchr(text, 'x', 43));
    at("memchr none", memchr(text, 'x', 5));
    at("memrchr", memrchr(text, 't', 43));
    at("rawmemchr", rawmemchr(text, 'z'));
    at("memmem", memmem(text, 43, "over", 4));
    at("memmem none", memmem(text, 20, "over", 4));
    at("memmem empty", memmem(text, 43, "", 0));
    return 0;
}
