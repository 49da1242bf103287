// Numbers that a bit-field holds, fractions cut off.
struct flags { unsigned kind : 3; int level : 4; _Bool is_set : 1; };

int main(void) {
    double kind = 7.5;
    struct flags flags = { kind, -kind - 0.5, kind };
    flags.kind -= 0.25;
    return flags.kind + flags.level + flags.is_set;
}
