/* A request that arrives in two parts: how it begins is one of a few texts, then come any four of these characters. Expected: no
   property is violated, what is found lies in the text, and both parts together come to what the whole comes to at once,
   but that one of them may see an error where the other waits for more. */
#include <evercheck.h>
#include <stdlib.h>
#include <string.h>

#include "picohttpparser.h"

struct request {
    const char *method, *path;
    size_t method_length, path_length, headers;
    int minor_version;
    struct phr_header header[2];
};

static const char *const beginnings[] = {"", "G", "G / HTTP/1.", "G / HTTP/1.1\r\n", "G / HTTP/1.1\r\nA:"};

static int parse(struct request *request, const char *text, size_t length, size_t last_length)
{
    memset(request, 0, sizeof *request);
    request->headers = 2;
    return phr_parse_request(text, length, &request->method, &request->method_length, &request->path, &request->path_length,
                             &request->minor_version, request->header, &request->headers, last_length);
}

static void inside(const char *part, size_t part_length, const char *text, size_t length)
{
    evercheck_assert(text <= part && part_length <= length && part <= text + length - part_length);
}

int main(void)
{
    const char *beginning = beginnings[evercheck_choose(0, 4)];
    char tail[5];
    char *text;
    size_t first = strlen(beginning), length;
    struct request request, whole;
    int result, result_of_whole;

    evercheck_string(tail, sizeof tail, "\r\n :a1\x7f");
    length = first + strlen(tail);
    evercheck_assume(length > 0);
    text = malloc(length);
    memcpy(text, beginning, first);
    memcpy(text + first, tail, length - first);

    result = parse(&request, text, first, 0);
    if (result == -2)
        result = parse(&request, text, length, first);
    result_of_whole = parse(&whole, text, length, 0);
    evercheck_assert(result == result_of_whole || (result < 0 && result_of_whole < 0));
    evercheck_assert(-2 <= result && result <= (int)length && result != 0);
    if (result_of_whole > 0) {
        inside(whole.method, whole.method_length, text, length);
        inside(whole.path, whole.path_length, text, length);
        evercheck_assert(whole.headers <= 2);
        for (size_t i = 0; i < whole.headers; i++) {
            if (whole.header[i].name != NULL)
                inside(whole.header[i].name, whole.header[i].name_len, text, length);
            inside(whole.header[i].value, whole.header[i].value_len, text, length);
        }
    }
    free(text);
    return 0;
}
