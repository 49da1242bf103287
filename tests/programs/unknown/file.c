// Files are outside.
#include <stdio.h>

int main(void) {
    FILE *f = fopen("/etc/hostname", "r"); // UNKNOWN: files, here opened by fopen
    return f != 0;
}
