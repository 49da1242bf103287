/* Every text of at most four of these characters, parsed with the line buffer of evercheck.toml. Expected: no property is
   violated, and what the handler is given are strings that fit into a line. */
#include <evercheck.h>
#include <stdio.h>
#include <string.h>

#include "ini.h"

static char text[5];
static int at;
static FILE file;

/* These take the place of fopen, fgets and fclose (evercheck.toml). */
FILE *text_open(const char *name, const char *mode)
{
    (void)name, (void)mode;
    return &file;
}

char *text_line(char *line, int size, FILE *from)
{
    int length = 0;
    (void)from;
    while (length < size - 1 && text[at] != '\0') {
        line[length++] = text[at++];
        if (line[length - 1] == '\n')
            break;
    }
    if (length == 0)
        return NULL;
    line[length] = '\0';
    return line;
}

int text_close(FILE *from)
{
    (void)from;
    return 0;
}

static int handler(void *user, const char *section, const char *name, const char *value)
{
    evercheck_assert(user == text);
    evercheck_assert(strlen(section) < sizeof text && strlen(name) < sizeof text && strlen(value) < sizeof text);
    evercheck_assert(strchr(value, '\n') == NULL);
    return name[0] != 'b';
}

int main(void)
{
    int error;
    evercheck_string(text, sizeof text, "[]=;a \n");
    error = ini_parse("any", handler, text);
    evercheck_assert(0 <= error && error <= (int)sizeof text);
    return 0;
}
