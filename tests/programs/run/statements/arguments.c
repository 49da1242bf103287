// What main gets: the count, the words, and a null pointer after the last.
// ARGS: alpha beta=7 --gamma
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    printf("%d\n", argc);
    for (int i = 1; i < argc; i++) printf("%s (%zu)\n", argv[i], strlen(argv[i]));
    char *end = strchr(argv[2], '=');
    if (end) {
        *end = 0;
        printf("%s / %s\n", argv[2], end + 1);
    }
    return argv[argc] == 0 ? argc : 99;
}
