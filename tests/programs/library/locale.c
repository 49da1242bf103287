// RUN: the C locale and an empty environment
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

extern char **environ;

int main(void)
{
    printf("%s %s %s\n", setlocale(LC_ALL, NULL), setlocale(LC_ALL, ""), setlocale(LC_NUMERIC, "POSIX"));
    printf("%d %d\n", setlocale(LC_ALL, "xx_YY.none") == NULL, setlocale(99, "C") == NULL);
    struct lconv *conventions = localeconv();
    printf("[%s] [%s] [%s] %d\n", conventions->decimal_point, conventions->thousands_sep, conventions->negative_sign,
           conventions->frac_digits);
    printf("%d %d\n", getenv("PATH") == NULL, *environ == NULL);
    wchar_t wide[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    char bytes[8];
    printf("%d %d %d %d %d\n", mblen("a", 1), mblen("", 1), mblen("a", 0), mblen(NULL, 0), mblen("\xe4", 1));
    printf("%d", mbtowc(wide, "z", 1));
    printf(" %d %d\n", wide[0], wctomb(bytes, L'q'));
    printf("%c %d\n", bytes[0], wctomb(bytes, 0x20ac));
    printf("%zu", mbstowcs(wide, "text", 8));
    printf(" %ls %zu %zu\n", wide, mbstowcs(NULL, "count", 0), mbstowcs(wide, "cut off", 3));
    printf("%d %zu", wide[3], wcstombs(bytes, L"back", 8));
    printf(" %s %zu\n", bytes, wcstombs(NULL, L"count", 0));
    printf("%d %d\n", (int)mbstowcs(wide, "\xff", 8), (int)wcstombs(bytes, L"\x100", 8));
    printf("%zu\n", MB_CUR_MAX);
    return 0;
}
