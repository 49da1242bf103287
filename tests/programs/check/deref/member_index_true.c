// expect: true
// Every index of the range is within the member.
extern int evercheck_choose(int, int);
static struct { int key[4], value; } entry;

int main(void) {
    int i = evercheck_choose(0, 3);
    return entry.key[i];
}
