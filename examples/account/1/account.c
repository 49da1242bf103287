/*
 * An account from which two customers withdraw at once. Looking at the balance and taking the money are two sections
 * under the lock, so both may look before either takes.
 *
 *   evercheck check examples/account/1/account.c
 */

#include <assert.h>
#include <evercheck.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static int get_balance(void)
{
    pthread_mutex_lock(&lock);
    int result = balance;
    pthread_mutex_unlock(&lock);
    return result;
}

static void withdraw(int amount)
{
    if (get_balance() < amount)
        return;
    pthread_mutex_lock(&lock);
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
    return 0;
}
