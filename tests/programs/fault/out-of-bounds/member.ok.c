// The end of an array inside a struct has an address. A pointer goes where it likes within the object, and an index of the
// last member behind a pointer, which may be a flexible one in the old style.
#include <stdio.h>
#include <stdlib.h>

struct entry { char key[8]; int value; };
struct text { int length; char data[1]; };
struct outer { int tag; struct text text; };
union either { char bytes[4]; int words[4]; };

static int last(char *p) { return p[8] + *(p + 9); }

int main(void) {
    struct entry entry = {"1234567", 0x0201};
    int sum = 0;
    for (char *p = &entry.key[0]; p != &entry.key[8]; p++) sum += *p;
    struct text *text = calloc(1, 64);
    struct outer *outer = calloc(1, 64);
    union either *either = calloc(1, sizeof *either);
    for (int i = 0; i < 8; i++) {
        sum += text->data[i] = i;
        sum += outer->text.data[i] = i;
        sum += either->bytes[i];
    }
    int table[3][4] = {{0}}, (*row)[4] = table;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) sum += table[i][j] = row[i][j] + 1;
    unsigned char byte = 255;
    int all[256] = {0};
    sum += all[byte] + table[1][byte & 3] + *(*table + 5) + (&table[3] - table);
    printf("%d %d\n", sum, last(entry.key));
    free(text);
    free(outer);
    free(either);
    return 0;
}
