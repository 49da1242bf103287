// The array in the result of a call is used in the expression that calls: in a statement, a condition, a loop and an argument.
struct pair { int values[2]; };

static struct pair pair_of(int a, int b) { return (struct pair){{a, b}}; }

static int sum(struct pair p) { return p.values[0] + p.values[1]; }

static int *last(int *values) { return values + 1; }

int main(void) {
    int first = *pair_of(1, 2).values;
    struct pair kept = pair_of(3, 4);
    int total = ({ struct pair p = pair_of(first, 5); p; }).values[1];
    total += *last(pair_of(6, 7).values);
    if (*last(pair_of(0, 1).values)) {
        total += sum(pair_of(8, 9));
    }
    for (int i = 0; i < *last(pair_of(0, 2).values); i += pair_of(1, 0).values[0]) {
        total += (i ? pair_of(i, 1) : kept).values[0];
    }
    return total == 5 + 7 + 17 + 3 + 1 ? 0 : 1;
}
