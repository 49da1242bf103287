// RUN: formatted input from strings: conversions, widths, sets, mismatches
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void integers(const char *text, const char *format)
{
    int a = -99, b = -99, n = -99;
    int count = sscanf(text, format, &a, &b, &n);
    printf("'%s' '%s': %d: %d %d %d\n", text, format, count, a, b, n);
}
static void words(const char *text, const char *format)
{
    char a[32] = "-", b[32] = "-";
    int n = -99;
    int count = sscanf(text, format, a, b, &n);
    printf("'%s' '%s': %d: [%s] [%s] %d\n", text, format, count, a, b, n);
}
static void floats(const char *text, const char *format)
{
    float a = -99;
    double b = -99;
    char rest[32] = "-";
    int count = sscanf(text, format, &a, &b, rest);
    printf("'%s' '%s': %d: %a %a [%s]\n", text, format, count, a, b, rest);
}

int main(void)
{
    integers("12 34 5", "%d %d%n");
    integers("12,34", "%d,%d%n");
    integers("12;34", "%d,%d%n");
    integers("  -7+8", "%d%d%n");
    integers("0x1f 077", "%i%i%n");
    integers("0xg", "%i%n%c");
    integers("0x", "%i%n");
    integers("0x1F", "%x%n");
    integers("099", "%i%d%n");
    integers("12345678", "%3d%4d%n");
    integers("-", "%d%n");
    integers("-x", "%d%n");
    integers("", "%d%n");
    integers("   ", "%d%n");
    integers("abc", "%d%n");
    integers("99999999999999999999", "%d%n");
    integers("4294967295 -1", "%u%u%n");
    integers("777 12", "%o%d%n");
    integers("1 2 3", "%*d%d%d");
    integers("5%6", "%d%%%d%n");
    integers("5 % 6", "%d %% %d%n");
    integers("a1b2", "a%db%d%n");
    integers("a1c2", "a%db%d%n");
    integers("1 2", "%2$d %1$d");
    integers("12a", "%d%x%n");
    integers("+", "%i");
    integers("1", "%d %d");
    integers("--5", "%d");
    words("hello world", "%s %s%n");
    words("hello", "%3s%s%n");
    words("abc123", "%[a-z]%[0-9]%n");
    words("ABC", "%[a-z]%s");
    words("key=value;", "%[^=]=%[^;]%n");
    words("]x]", "%[]x]%n");
    words("a-b", "%[a-]%s");
    words("^^a", "%[^a]%[a]%n");
    words("   pad", "%s%n");
    words("", "%s");
    words("ab", "%c%c%n");
    words("abcdef", "%3c%2c%n");
    words("a b", "%c%c%n");
    words("a b", "%c %c%n");
    words("skip this", "%*s%s%n");
    words("x", "%5c");
    floats("1.5 2.25e3 rest", "%f%lf%s");
    floats("-.5e-1x", "%f%lf");
    floats("inf -INFINITY !", "%f%lf%s");
    floats("nan 0x1.8p3", "%f%lf");
    floats("1e5 1e", "%f%lf");
    floats("1e+q", "%f%s");
    floats("12.345", "%4f%lf");
    floats(".", "%f");
    floats("0x", "%f");
    floats("infix", "%f%s");
    floats("infinite", "%f%s");
    floats("nap", "%f%s");
    floats("1.2.3", "%f%lf");
    floats("abc", "%f");
    floats("", "%f");
    floats("0.1 0.1", "%g%le");
    floats("3p4", "%a%s");
    char *made;
    printf("%d", sscanf("allocated text", "%ms", &made));
    printf(" %s\n", made);
    free(made);
    printf("%d", sscanf("set-of", "%m[a-z]", &made));
    printf(" %s\n", made);
    free(made);
    signed char hh;
    short h;
    long l;
    long long ll;
    size_t z;
    printf("%d", sscanf("300 70000 5000000000 -6000000000 7", "%hhd%hd%ld%lld%zu", &hh, &h, &l, &ll, &z));
    printf(" %d %d %ld %lld %zu\n", hh, h, l, ll, z);
    return 0;
}
