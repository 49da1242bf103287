// A search that found something.
#include <string.h>

int main(void) {
    const char *found = strchr("key=value", '=');
    return *found;
}
