// expect: false(unreach-call)
// An object that others define may be changed by them.
#include <unistd.h>
void reach_error(void);
int main(int argc, char **argv)
{
    char *words[] = {"program", "-a", 0};
    (void)argc, (void)argv;
    optind = 1;
    getopt(2, words, "a");
    if (optind != 1)
        reach_error();
    return 0;
}
