// expect: false(unreach-call)
// A list that an undefined function returns may have any keys.
struct node { int key; struct node *next; };
extern struct node *first(void);
extern void reach_error(void);

int main(void) {
    int sum = 0, n = 0;
    for (struct node *at = first(); at && n < 3; at = at->next, n++) sum ^= at->key;
    if (n == 2 && sum == 12) reach_error();
    return 0;
}
