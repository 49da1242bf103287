// A scheduler of two priorities: the driver creates tasks, lets them run for a slice, blocks them and wakes them up.
#include <assert.h>
#include <evercheck.h>
#include <stdio.h>
#include <stdlib.h>

#define TASKS 3
#define STEPS 7
#define SLICE 2

enum state { READY, RUNNING, BLOCKED, DONE };

struct task {
    int id;
    enum state state;
    int priority;
    int left;
    struct task *next;
};

struct queue {
    struct task *head;
    struct task *tail;
    int length;
};

static struct queue ready[2];
static struct task *current;
static struct task *tasks[TASKS];
static int created, finished;

static void put(struct queue *queue, struct task *task) {
    task->next = NULL;
    if (queue->head == NULL)
        queue->head = task;
    else
        queue->tail->next = task;
    queue->tail = task;
    queue->length++;
}

static struct task *take(struct queue *queue) {
    struct task *first = queue->head;
    if (first == NULL)
        return NULL;
    queue->head = first->next;
    queue->length--;
    first->next = NULL;
    return first;
}

static void make_ready(struct task *task) {
    task->state = READY;
    put(&ready[task->priority], task);
}

static void create(int priority, int work) {
    if (created == TASKS)
        return;
    struct task *task = malloc(sizeof *task);
    if (task == NULL)
        abort();
    task->id = created;
    task->priority = priority;
    task->left = work;
    tasks[created++] = task;
    make_ready(task);
}

static void pick(void) {
    if (current != NULL)
        return;
    current = take(&ready[1]);
    if (current == NULL)
        current = take(&ready[0]);
    if (current != NULL)
        current->state = RUNNING;
}

static void run(void) {
    pick();
    if (current == NULL)
        return;
    for (int i = 0; i < SLICE && current->left > 0; i++)
        current->left--;
    if (current->left == 0) {
        current->state = DONE;
        finished++;
    } else {
        make_ready(current);
    }
    current = NULL;
}

static void block(void) {
    pick();
    if (current == NULL)
        return;
    current->state = BLOCKED;
    current = NULL;
}

static void wake(int id) {
    if (id >= created || tasks[id]->state != BLOCKED)
        return;
    make_ready(tasks[id]);
}

static int count(enum state state) {
    int n = 0;
    for (int i = 0; i < created; i++)
        if (tasks[i]->state == state)
            n++;
    return n;
}

static void check(void) {
    assert(count(READY) == ready[0].length + ready[1].length);
    assert(count(RUNNING) == (current != NULL));
    assert(count(DONE) == finished);
}

int main(void) {
    for (int step = 0; step < STEPS; step++) {
        switch (evercheck_choose(0, 3)) {
        case 0:
            create(evercheck_choose(0, 1), evercheck_choose(1, 3));
            break;
        case 1:
            run();
            break;
        case 2:
            block();
            break;
        case 3:
            wake(evercheck_choose(0, TASKS - 1));
            break;
        }
        check();
    }
    return 0;
}
