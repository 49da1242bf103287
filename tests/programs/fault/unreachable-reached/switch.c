// A case that was promised not to come.
static int value(char c) {
    switch (c) {
    case 'a': return 1;
    case 'b': return 2;
    default: __builtin_unreachable(); // FAULT
    }
}

int main(void) { return value('a') + value('c'); }
