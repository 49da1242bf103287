// expect: true
// options: --property no-data-race
// Strings next to each other, and two readers of one string, do not race.
#include <pthread.h>
#include <string.h>

static char text[16] = "same";

static void *write(void *argument) {
    strcpy(text + 8, text);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, write, NULL);
    size_t length = strlen(text);
    pthread_join(t, NULL);
    return strcmp(text + 8, "same") != 0 || length != 4;
}
