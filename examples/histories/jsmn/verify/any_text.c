/* Every text of at most five of these characters, with room for three tokens. Expected: no property is violated. */
#include <evercheck.h>
#include <string.h>

#include "jsmn.h"

int main(void)
{
    char text[6];
    jsmn_parser parser;
    jsmntok_t tokens[3];
    int count;

    evercheck_string(text, sizeof text, "{}[]\"\\,:1 ");
    jsmn_init(&parser);
    count = jsmn_parse(&parser, text, strlen(text), tokens, 3);
    evercheck_assert(count <= 3);
    for (int i = 0; i < count; i++) {
        evercheck_assert(0 <= tokens[i].start && tokens[i].start <= tokens[i].end);
        evercheck_assert((unsigned)tokens[i].end <= strlen(text));
    }
    return 0;
}
