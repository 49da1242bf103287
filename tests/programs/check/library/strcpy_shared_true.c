// expect: true
// A string is copied into shared memory under a lock, and found whole.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char text[16];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *write(void *argument) {
    pthread_mutex_lock(&m);
    strcpy(text, argument);
    strcat(text, "!");
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, write, "longer");
    pthread_create(&b, NULL, write, "ab");
    pthread_mutex_lock(&m);
    size_t length = strlen(text);
    assert(length == 0 || length == 3 || length == 7);
    assert(length != 3 || strcmp(text, "ab!") == 0);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(strncmp(text, "ab", 2) == 0 || strchr(text, 'g') == text + 3);
    return 0;
}
