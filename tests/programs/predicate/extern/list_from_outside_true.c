// expect: true
// However long a list from outside is, no more than three of it are looked at.
struct node { int key; struct node *next; };
extern struct node *first(void);
extern void reach_error(void);

int main(void) {
    int n = 0;
    for (struct node *at = first(); at && n < 3; at = at->next) n++;
    if (n > 3) reach_error();
    return 0;
}
