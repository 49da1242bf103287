/*
 * An account from which two customers withdraw at once. The balance is checked and the money taken in one section
 * under the lock. Whoever comes first gets the money, and that is checked, too.
 *
 *   evercheck check examples/account/3/account.c
 */

#include <assert.h>
#include <evercheck.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void withdraw(int amount)
{
    pthread_mutex_lock(&lock);
    if (balance >= amount)
        balance -= amount;
    pthread_mutex_unlock(&lock);
}

static void *customer(void *amount)
{
    withdraw(*(int *)amount);
    return 0;
}

int main(void)
{
    int amount[2] = {10 * evercheck_choose(1, 10), 10 * evercheck_choose(1, 10)};
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], 0, customer, &amount[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], 0);
    assert(balance >= 0);
    assert(balance <= 90);
    return 0;
}
