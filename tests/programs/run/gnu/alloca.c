// Memory that lives until the function returns, also when made in a loop.
#include <stdio.h>
#include <string.h>

struct cell { int value; struct cell *next; };

static int sum(int n) {
    struct cell *head = 0;
    for (int i = 0; i < n; i++) {
        struct cell *c = __builtin_alloca(sizeof *c);
        c->value = i;
        c->next = head;
        head = c;
    }
    int total = 0;
    for (; head; head = head->next) total = total * 3 + head->value;
    return total;
}

static size_t reversed(const char *text, char *out) {
    size_t n = strlen(text);
    char *copy = __builtin_alloca(n + 1);
    for (size_t i = 0; i < n; i++) copy[n - 1 - i] = text[i];
    copy[n] = 0;
    strcpy(out, copy);
    return n;
}

int main(void) {
    printf("%d %d\n", sum(5), sum(10));
    char out[20];
    printf("%zu ", reversed("alloca", out));
    puts(out);
    return 0;
}
