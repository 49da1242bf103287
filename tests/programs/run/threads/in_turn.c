// Threads whose output does not depend on their order.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int own;
static atomic_int count;
static int sum;

static void *add(void *argument) {
    char text[16];
    for (int i = 0; i < 1000; i++) {
        own += i;
        atomic_fetch_add(&count, 1);
        pthread_mutex_lock(&m);
        sum += *(int *)argument;
        pthread_mutex_unlock(&m);
    }
    strcpy(text, "thread");
    int *result = malloc(sizeof *result);
    *result = own + (int)strlen(text);
    return result;
}

int main(void) {
    pthread_t threads[4];
    int numbers[4] = {1, 2, 3, 4};
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, add, &numbers[i]);
    for (int i = 0; i < 4; i++) {
        void *result;
        pthread_join(threads[i], &result);
        printf("%d\n", *(int *)result);
        free(result);
    }
    printf("%d %d %d\n", sum, count, own);
    return 5;
}
