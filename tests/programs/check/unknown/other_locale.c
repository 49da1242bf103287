// expect: unknown(not-modelled)
// Whether there is such a locale, which writes 1,5, depends on the machine that the program runs on.
#include <assert.h>
#include <locale.h>
#include <stddef.h>

int main(void) {
    assert(setlocale(LC_ALL, "de_DE.UTF-8") == NULL);
    return 0;
}
