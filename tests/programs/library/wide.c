// RUN: strings of wide characters
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    wchar_t a[32], b[32];
    printf("%zu %zu\n", wcslen(L"hello"), wcsnlen(L"hello", 3));
    printf("%d %ls\n", wcscpy(a, L"one") == a, a);
    printf("%ls\n", wcscat(a, L" two"));
    wcsncpy(b, L"abc", 6);
    printf("%ls %d %d\n", b, b[4], b[5]);
    printf("%d %d %d\n", wcscmp(L"abc", L"abd") < 0, wcscmp(L"b", L"a") > 0, wcsncmp(L"abX", L"abY", 2));
    printf("%td %td %d\n", wcschr(a, L't') - a, wcsrchr(a, L'o') - a, wcschr(a, L'z') == NULL);
    printf("%td %d\n", wcsstr(a, L"e t") - a, wcsstr(a, L"none") == NULL);
    wmemset(b, L'x', 5);
    b[5] = 0;
    printf("%ls\n", b);
    wmemcpy(b, a, 3);
    printf("%ls %d\n", b, wmemcmp(a, b, 3));
    wmemmove(b + 1, b, 3);
    printf("%ls %td\n", b, wmemchr(b, L'n', 5) - b);
    return 0;
}
