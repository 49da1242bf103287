struct node { int data; struct node *next; unsigned low : 3, high : 5; int list[4]; };
int counter = 5;
static const short table[4] = { 1, -2, 0, 4 };
const char *names[] = { "a", "b\n" };
char text[8] = "hello";
extern int outside(const char *, ...);
int add(int a, int b) { return a + b; }
int (*op)(int, int) = add;
struct node first = { 7, &first, 1, 2, { [2] = 9 } };
int work(struct node *p, unsigned n) {
  int s = 0, x, *q = &x;
  while (p) {
    s += p->data * table[s & 3];
    p->high = s;
    p = p->next;
  }
  switch (s) { case 1: case 4 ... 6: *q = op(s, -1); break; default: outside("%s", names[1]); }
  return n > 3u ? s : (char)x;
}
int main(void) { struct node copy = first; return work(&copy, counter); }
