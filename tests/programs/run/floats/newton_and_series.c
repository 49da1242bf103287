// Square roots, exponentials and pi by iteration: many dependent operations.
// WIDE: shifts a `long` by 32 bits and more
#include <stdio.h>

static double root(double x) {
    double guess = x > 1 ? x : 1;
    for (int i = 0; i < 60; i++) {
        double next = (guess + x / guess) / 2;
        if (next == guess) break;
        guess = next;
    }
    return guess;
}

static double exponential(double x) {
    double term = 1, sum = 1;
    for (int n = 1; n < 40; n++) sum += term *= x / n;
    return sum;
}

int main(void) {
    printf("%.15f %.15f %.15f\n", root(2), root(1e10), root(0.0001));
    printf("%.15f %.15f\n", exponential(1), exponential(-3.5));
    double pi = 0;
    for (int k = 0; k < 10; k++)
        pi += 1.0 / (1ul << 4 * k) * (4.0 / (8 * k + 1) - 2.0 / (8 * k + 4) - 1.0 / (8 * k + 5) - 1.0 / (8 * k + 6));
    printf("%.15f\n", pi);
    double sum = 0, lost = 0;
    float naive = 0;
    for (int i = 0; i < 10000; i++) {
        double y = 0.1 - lost, t = sum + y;
        lost = (t - sum) - y;
        sum = t;
        naive += 0.1f;
    }
    printf("%.15f %.6f\n", sum, naive);
    return 0;
}
