// A tokenizer as a table of transitions.
#include <stdio.h>
#include <string.h>

enum state { START, NAME, NUMBER, FRACTION, TEXT, ESCAPE, ERROR, STATES };
enum class { LETTER, DIGIT, DOT, QUOTE, BACKSLASH, SPACE, OTHER, CLASSES };

static const unsigned char table[STATES][CLASSES] = {
    [START] = {NAME, NUMBER, ERROR, TEXT, ERROR, START, START},
    [NAME] = {NAME, NAME, START, ERROR, ERROR, START, START},
    [NUMBER] = {ERROR, NUMBER, FRACTION, ERROR, ERROR, START, START},
    [FRACTION] = {ERROR, FRACTION, ERROR, ERROR, ERROR, START, START},
    [TEXT] = {TEXT, TEXT, TEXT, START, ESCAPE, TEXT, TEXT},
    [ESCAPE] = {[0 ... CLASSES - 1] = TEXT},
    [ERROR] = {ERROR, ERROR, ERROR, ERROR, ERROR, START, ERROR},
};

static enum class classify(char c) {
    switch (c) {
    case 'a' ... 'z': case 'A' ... 'Z': case '_': return LETTER;
    case '0' ... '9': return DIGIT;
    case '.': return DOT;
    case '"': return QUOTE;
    case '\\': return BACKSLASH;
    case ' ': case '\t': case '\n': return SPACE;
    default: return OTHER;
    }
}

int main(void) {
    static const char *const names[] = {"start", "name", "number", "fraction", "text", "escape", "error"};
    const char *lines[] = {"x1 = 3.14 + y", "print(\"a \\\"quoted\\\" word\", 12)", "1.2.3 abc", "12ab ok", "\"open"};
    for (size_t l = 0; l < sizeof lines / sizeof *lines; l++) {
        enum state s = START;
        int counts[STATES] = {0};
        for (const char *p = lines[l]; *p; p++) {
            enum state next = table[s][classify(*p)];
            if (next != s) counts[next]++;
            s = next;
        }
        printf("%s:", names[s]);
        for (int i = 0; i < STATES; i++) printf(" %d", counts[i]);
        puts("");
    }
    return 0;
}
