// A record assigned to a part of itself.
// SANITIZERS: blind
struct three { int a[3]; };
union overlap { struct { int pad; struct three t; } high; struct three low; };

int main(void) {
    union overlap u = {.high = {1, {{2, 3, 4}}}};
    u.low = u.high.t; // FAULT
    return u.low.a[0];
}
