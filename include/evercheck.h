/* What C programs say to `evercheck check`. */
#ifndef EVERCHECK_H
#define EVERCHECK_H

/* Any integer from low to high, both included: each is tried. */
int evercheck_choose(int low, int high);

/* Runs in which the condition does not hold do not count. */
void __VERIFIER_assume(int condition);

/* Calling it violates unreach-call, as a failed assert() does. */
void reach_error(void);

#define evercheck_assume(condition) __VERIFIER_assume((condition) ? 1 : 0)
#define evercheck_assert(condition) ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))
extern void __assert_fail(const char *condition, const char *file, unsigned int line, const char *function)
    __attribute__((__noreturn__));

/* Between the two no other thread runs. */
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

/* Any value of the type, as verification tasks have them. The explicit engine needs --nondet-range for those of more than
   256 values, unless the program bounds them. */
_Bool __VERIFIER_nondet_bool(void);
_Bool __VERIFIER_nondet__Bool(void);
char __VERIFIER_nondet_char(void);
signed char __VERIFIER_nondet_schar(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
unsigned int __VERIFIER_nondet_unsigned(void);
unsigned int __VERIFIER_nondet_unsigned_int(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
void *__VERIFIER_nondet_pointer(void);
char *__VERIFIER_nondet_pchar(void);
char *__VERIFIER_nondet_charp(void);
const char *__VERIFIER_nondet_const_char_pointer(void);

signed char __VERIFIER_nondet_s8(void);
unsigned char __VERIFIER_nondet_u8(void);
short __VERIFIER_nondet_s16(void);
unsigned short __VERIFIER_nondet_u16(void);
int __VERIFIER_nondet_s32(void);
unsigned int __VERIFIER_nondet_u32(void);
long long __VERIFIER_nondet_s64(void);
unsigned long long __VERIFIER_nondet_u64(void);
__typeof__(sizeof 0) __VERIFIER_nondet_size_t(void);
long __VERIFIER_nondet_ssize_t(void);
long __VERIFIER_nondet_ptrdiff_t(void);
long __VERIFIER_nondet_off_t(void);
long long __VERIFIER_nondet_loff_t(void);
unsigned long __VERIFIER_nondet_sector_t(void);
unsigned long __VERIFIER_nondet_pthread_t(void);
#ifdef __SIZEOF_INT128__
__int128 __VERIFIER_nondet_int128(void);
unsigned __int128 __VERIFIER_nondet_uint128(void);
#endif

/* Any bytes. */
void __VERIFIER_nondet_memory(void *at, __typeof__(sizeof 0) bytes);

/* Any bytes, one after the other, so that a counterexample shows them and --harness can set them. */
static __inline __attribute__((unused)) void evercheck_bytes(void *at, __typeof__(sizeof 0) bytes)
{
    __typeof__(sizeof 0) i = 0;
    for (; i < bytes; i++)
        ((unsigned char *)at)[i] = __VERIFIER_nondet_uchar();
}

/* Any string of characters of an alphabet that fits into size bytes with the zero behind it; what is behind that stays as
   it was. Nothing is set if size is 0. */
static __inline __attribute__((unused)) void evercheck_string(char *at, __typeof__(sizeof 0) size, const char *alphabet)
{
    __typeof__(sizeof 0) i = 0;
    int letter = 0, letters = 0;
    while (alphabet[letters] != 0)
        letters++;
    for (; i < size; i++) {
        letter = i + 1 < size ? evercheck_choose(0, letters) : letters;
        at[i] = alphabet[letter];
        if (letter == letters)
            return;
    }
}

#endif
