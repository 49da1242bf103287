/* The newest session is removed from the table, and is still the one that is served.
 * VERDICT: false(valid-deref) */
#include <stdlib.h>

struct session {
    int user;
    int requests;
    struct session *next;
};

static struct session *all;
static struct session *current;

static void open_session(int user)
{
    struct session *made = malloc(sizeof *made);
    if (!made)
        exit(1);
    made->user = user;
    made->requests = 0;
    made->next = all;
    all = made;
    current = made;
}

static void drop(struct session *gone)
{
    free(gone);
}

static void close_session(int user)
{
    for (struct session **at = &all; *at; at = &(*at)->next) {
        if ((*at)->user == user) {
            struct session *gone = *at;
            *at = gone->next;
            drop(gone);
            return;
        }
    }
}

static void serve(void)
{
    current->requests++;
}

int main(void)
{
    open_session(1);
    open_session(2);
    serve();
    close_session(2);
    serve();
    return 0;
}
