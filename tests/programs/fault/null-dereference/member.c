// A member of the record behind the last one of a list.
struct node { int pad[4], value; struct node *next; };

int main(void) {
    struct node b = {{0}, 2, 0}, a = {{0}, 1, &b};
    return a.next->next->value; // FAULT
}
