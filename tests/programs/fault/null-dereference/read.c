// A search that found nothing.
#include <string.h>

int main(void) {
    const char *found = strchr("key=value", ':');
    return *found; // FAULT
}
