// RUN: strings to floating numbers, rounded correctly, with ends and errors
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const char *texts[] = {
        "0", "-0", "1", "1.", ".5", ".", "1.5e3", "1e", "1e+", "1e5x", "  +3.25", "0x1.8p1", "0x", "0x.8", "0x1p-1074",
        "0x1p-1075", "0x1.8p-1075", "0x1.fffffffffffff8p0", "0x1.fffffffffffff7ffffp0", "0x1p1024", "0x1.fffffffffffff8p1023",
        "0x123456789abcdef0123p5", "0x1p", "inf", "-Infinity", "infin", "nan", "NAN(123)", "nan(", "nan(1.5)", "-nan",
        "1e308", "1.8e308", "1e309", "-1e400", "2.2250738585072014e-308", "2.2250738585072011e-308", "4.9e-324", "2e-324",
        "1e-400", "0.1", "0.2", "0.3", "9007199254740993", "9007199254740992.99999", "123456789012345678901234567890",
        "3.4028235e38", "3.4028236e38", "1.17549435e-38", "1e-46", "7e-46", "abc", "", "-", "+.e1", "1e99999999999999",
        "1e-99999999999999", "0e99999999999", "5e-1x", "1,5", "0.000000000000000000000000000000000000000000001"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *end, *fend;
        errno = 0;
        double d = strtod(texts[i], &end);
        int error = errno;
        errno = 0;
        float f = strtof(texts[i], &fend);
        printf("%s: %a %.17g %td %d, %a %td %d, %g\n", texts[i], d, d, end - texts[i], error, f, fend - texts[i],
               errno, atof(texts[i]));
    }
    return 0;
}
