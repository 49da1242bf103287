/* What C programs say to `evercheck check`. */
#ifndef EVERCHECK_H
#define EVERCHECK_H

/* Any integer from low to high, both included: each is tried. */
int evercheck_choose(int low, int high);

/* Runs in which the condition does not hold do not count. */
void __VERIFIER_assume(int condition);

/* Calling it violates unreach-call, as a failed assert() does. */
void reach_error(void);

/* Between the two no other thread runs. */
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

/* Any value of the type. Types of more than 256 values need --nondet-range. */
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);

#endif
