// Floating members, arrays, parameters and results of each precision.
#include <stdio.h>

struct vector { float x, y, z; };
struct mixed { char c; double d; float f; int i; };

static struct vector cross(struct vector a, struct vector b) {
    return (struct vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static float dot(const struct vector *a, const struct vector *b) { return a->x * b->x + a->y * b->y + a->z * b->z; }

static double average(const double *values, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += values[i];
    return sum / count;
}

static float half(float f) { return f / 2; }
static double old_style();
static double old_style(x, n) float x; char n; { return x * n; }

int main(void) {
    struct vector a = {1, 2.5f, -3}, b = {0.5f, 4, 1e-3f}, c = cross(a, b);
    printf("%.9g %.9g %.9g %.9g\n", c.x, c.y, c.z, dot(&a, &b));
    double values[] = {1, 2.5, [4] = 1e3};
    printf("%.17g\n", average(values, 5));
    struct mixed m = {'x', 2.5, 1.5f, 3};
    m.d *= m.f;
    m.f += m.i;
    m.i /= 0.7;
    printf("%g %g %d %zu\n", m.d, m.f, m.i, sizeof m);
    printf("%g %g\n", half(5), half(0.1));
    printf("%.9g\n", old_style(0.1, 3));
    double (*function)(const double *, int) = average;
    printf("%g\n", function(values + 1, 2));
    return 0;
}
