// From a member back to its record: an intrusive list as in the kernel.
#include <stddef.h>
#include <stdio.h>

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))
#define typed_container_of(ptr, type, member) ({ \
        const typeof(((type *)0)->member) *inner = (ptr); \
        (type *)((char *)inner - offsetof(type, member)); })

struct list { struct list *next, *prev; };
struct job { char name; int cost; struct list link; double weight; struct list other; };

static void insert(struct list *head, struct list *entry) {
    entry->next = head;
    entry->prev = head->prev;
    head->prev->next = entry;
    head->prev = entry;
}

static void detach(struct list *entry) {
    entry->prev->next = entry->next;
    entry->next->prev = entry->prev;
}

int main(void) {
    struct list jobs = {&jobs, &jobs}, urgent = {&urgent, &urgent};
    struct job a = {'a', 1, .weight = 0.5}, b = {'b', 2, .weight = 1.5}, c = {'c', 3, .weight = 2.5};
    insert(&jobs, &a.link);
    insert(&jobs, &b.link);
    insert(&jobs, &c.link);
    insert(&urgent, &c.other);
    insert(&urgent, &a.other);
    for (struct list *l = jobs.next; l != &jobs; l = l->next) {
        struct job *job = container_of(l, struct job, link);
        printf("%c%d %g ", job->name, job->cost, job->weight);
    }
    puts("");
    for (struct list *l = urgent.next; l != &urgent; l = l->next)
        printf("%c ", typed_container_of(l, struct job, other)->name);
    puts("");
    detach(&b.link);
    for (struct list *l = jobs.prev; l != &jobs; l = l->prev) printf("%c ", container_of(l, struct job, link)->name);
    puts("");
    printf("%zu %zu\n", offsetof(struct job, link), offsetof(struct job, other.prev));
    return 0;
}
