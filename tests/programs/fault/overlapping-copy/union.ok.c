// A record assigned to itself.
struct three { int a[3]; };
union overlap { struct { int pad; struct three t; } high; struct three low; };

int main(void) {
    union overlap u = {.high = {1, {{2, 3, 4}}}};
    u.low = u.low;
    return u.low.a[0];
}
