/* The main function around a program whose own main is called traced_main: it runs as a thread, and a last one waits for
   ever. So there always are two threads, every access to shared memory is a step of its own, and no thread ends with the
   return of the program's main. */
#undef main
#include <pthread.h>
#include <semaphore.h>

int traced_main();

static void *traced(void *nothing) {
#ifdef TAKES_ARGUMENTS
  char *arguments[2] = {"program", 0};
  traced_main(1, arguments);
#else
  traced_main();
#endif
  return nothing;
}

int main(void) {
  static sem_t never;
  pthread_t thread;
  pthread_create(&thread, 0, traced, 0);
  sem_wait(&never);
  return 0;
}
