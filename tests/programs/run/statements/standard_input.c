// Words counted as they come in.
// INPUT: the cat sat on the mat\nthe end\n
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int c, words = 0, lines = 0, letters = 0, inside = 0;
    while ((c = getchar()) != EOF) {
        if (c == '\n') lines++;
        if (isspace(c)) inside = 0;
        else {
            letters++;
            if (!inside) words++;
            inside = 1;
        }
    }
    printf("%d lines, %d words, %d letters\n", lines, words, letters);
    return 0;
}
