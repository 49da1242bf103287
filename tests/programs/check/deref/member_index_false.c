// expect: false(valid-deref)
// One index of the range is past the end of a member, though not of the object.
extern int evercheck_choose(int, int);
static struct { int key[4], value; } entry;

int main(void) {
    int i = evercheck_choose(0, 4);
    return entry.key[i];
}
