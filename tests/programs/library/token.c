// RUN: strings cut into tokens
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[] = "  alpha, beta,,gamma  ;delta";
    for (char *word = strtok(line, " ,"); word; word = strtok(NULL, " ,;"))
        printf("[%s]\n", word);
    printf("%d\n", strtok(NULL, " ") == NULL);
    char none[] = ",,,";
    printf("%d\n", strtok(none, ",") == NULL);
    char outer[] = "a=1;b=2;c", *at, *inner;
    for (char *pair = strtok_r(outer, ";", &at); pair; pair = strtok_r(NULL, ";", &at)) {
        char *key = strtok_r(pair, "=", &inner), *value = strtok_r(NULL, "=", &inner);
        printf("%s -> %s\n", key, value ? value : "nothing");
    }
    char fields[] = "one::two:", *next = fields, *field;
    while ((field = strsep(&next, ":")))
        printf("<%s>\n", field);
    return next == NULL ? 3 : 4;
}
