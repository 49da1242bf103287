// The array in the result of a call lives as long as the expression that calls (C11 6.2.4p8).
// SANITIZERS: blind
struct pair { int values[2]; };

static struct pair pair_of(int a, int b) { return (struct pair){{a, b}}; }

int main(void) {
    int *first = pair_of(1, 2).values;
    return *first; // FAULT
}
