// expect: true
// options: --property valid-deref
// The environment is a list that somebody made, and ends with null.
extern char **environ;

int main(void) {
    int count = 0;
    for (char **e = environ; *e; e++)
        count++;
    return count > 100;
}
