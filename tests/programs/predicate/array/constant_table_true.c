// expect: true
// Days before each month of a year.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static const unsigned short before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

int main(void) {
    unsigned day = 0;
    while (__VERIFIER_nondet_uint()) {
        unsigned month = __VERIFIER_nondet_uint() % 12, of_month = __VERIFIER_nondet_uint() % 31;
        day = before[month] + of_month;
        if (day >= 365) reach_error();
    }
    return (int)day;
}
