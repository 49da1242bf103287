//! Calls of the C library that the standard gives no meaning to: each is a fault of its kind. And those that
//! the machine has no meaning for: each is said to be not modelled.

mod common;

use machine::{FaultKind, Stop};

const DECLARATIONS: &str = "
typedef unsigned long size_t; typedef __builtin_va_list va_list; typedef struct _IO_FILE FILE;
extern FILE *stdin, *stdout;
void *malloc(size_t); void *realloc(void *, size_t); void free(void *); void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t); int memcmp(const void *, const void *, size_t); void *memchr(const void *, int, size_t);
char *strcpy(char *, const char *); char *strncpy(char *, const char *, size_t); char *strcat(char *, const char *);
char *strncat(char *, const char *, size_t); size_t strlen(const char *); int strcmp(const char *, const char *);
char *strtok(char *, const char *); char *strdup(const char *); long strtol(const char *, char **, int);
int printf(const char *, ...); int sprintf(char *, const char *, ...); int snprintf(char *, size_t, const char *, ...);
int vprintf(const char *, va_list); int sscanf(const char *, const char *, ...); int fputs(const char *, FILE *);
int fclose(FILE *); FILE *fopen(const char *, const char *); int puts(const char *); int putchar(int); int system(const char *);
size_t fwrite(const void *, size_t, size_t, FILE *); char *fgets(char *, int, FILE *); int getpid(void);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *)); int isalpha(int); int toupper(int); int tolower(int); int abs(int);
typedef struct { int quot, rem; } div_t; div_t div(int, int); int atexit(void (*)(void)); void exit(int);
char *__strcpy_chk(char *, const char *, size_t); void *__memcpy_chk(void *, const void *, size_t, size_t);
double sqrt(double); double strtod(const char *, char **); char *strerror(int);
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int one(const void *a) { return 0; }
static void say(const char *format, ...) {
    va_list list; __builtin_va_start(list, format); vprintf(format, list); vprintf(format, list); __builtin_va_end(list); }
static void once(const char *format, ...) {
    va_list list; __builtin_va_start(list, format); vprintf(format, list); __builtin_va_end(list); }
";

fn stop_of(body: &str) -> Stop {
    let text = format!("{DECLARATIONS} int main(void) {{ {body} return 0; }}");
    common::interpreted_text(&text).stop
}

fn check(body: &str, kind: FaultKind) {
    match stop_of(body) {
        Stop::Fault(fault) => assert_eq!(fault.kind, kind, "{body}\n{}", fault.message),
        other => panic!("{body}\nends with {other:?} and not with {kind}"),
    }
}

fn check_not_modelled(body: &str) {
    let stop = stop_of(body);
    assert!(matches!(stop, Stop::NotModelled(_)), "{body}\nends with {stop:?}");
}

#[test]
fn memory_and_strings() {
    use FaultKind::*;
    check("char a[4]; strcpy(a, \"long\");", OutOfBounds);
    check("char a[4] = \"abc\"; strcat(a, \"d\");", OutOfBounds);
    check("char a[4]; strncpy(a, \"ab\", 5);", OutOfBounds);
    check("char a[4] = \"abc\"; strncat(a, \"de\", 1);", OutOfBounds);
    check("char a[3] = {1, 2, 3}; strlen(a);", OutOfBounds);
    check("char a[3]; strlen(a);", UninitialisedRead);
    check("char a[3]; a[0] = 'x'; strcmp(a, \"xy\");", UninitialisedRead);
    check("strlen(0);", NullDereference);
    check("char *p; strlen(p);", UninitialisedRead);
    check("strlen((char *)4096);", InvalidPointer);
    check("char *p = malloc(2); p[0] = 0; free(p); strlen(p);", DanglingPointer);
    check("strcpy(\"literal\", \"x\");", WriteToConstant);
    check("strtok(\"a b\", \" \");", WriteToConstant);
    check("strtok(0, \" \");", NullDereference);
    check("char a[8] = \"abcdef\"; memcpy(a, a + 2, 4);", OverlappingCopy);
    check("char a[8] = \"abcdef\"; strcpy(a, a + 2);", OverlappingCopy);
    check("char a[8] = \"abc\"; strcat(a, a + 1);", OverlappingCopy);
    check("char a[8] = \"abc\"; strncpy(a + 1, a, 3);", OverlappingCopy);
    check("char a[16] = \"abc\"; sprintf(a, \"%s!\", a);", OverlappingCopy);
    check("char a[16] = \"abc\"; snprintf(a + 1, 4, \"%.1s\", a + 1);", OverlappingCopy);
    check("char a[4]; memcpy(a, \"abcdefgh\", 5);", OutOfBounds);
    check("char a[4]; memset(a, 0, 5);", OutOfBounds);
    check("char a[4] = {0}; memcmp(a, \"abcdefg\", 5);", OutOfBounds);
    check("char a[4]; memcmp(a, \"abcd\", 4);", UninitialisedRead);
    check("char a[4] = \"abc\"; memchr(a, 'z', 5);", OutOfBounds);
    check("char a[4]; __strcpy_chk(a, \"ab\", 2);", BadLibraryCall);
    check("char a[4]; __memcpy_chk(a, \"ab\", 3, 2);", BadLibraryCall);
    check("*strerror(1) = 'x';", WriteToConstant);
    check_not_modelled("int x; int *p = &x, *q = &p; memcmp(&p, &q, sizeof p);");
}

#[test]
fn formats() {
    use FaultKind::*;
    check("printf(\"%d\", 1.5);", BadLibraryCall);
    check("printf(\"%f\", 1);", BadLibraryCall);
    check("printf(\"%d\", 1L);", BadLibraryCall);
    check("printf(\"%ld\", 1);", BadLibraryCall);
    check("printf(\"%s\", 1);", BadLibraryCall);
    check("printf(\"%s\", 1.0);", BadLibraryCall);
    check("printf(\"%*d\", 1L, 2);", BadLibraryCall);
    check("printf(\"%d %d\", 1);", BadLibraryCall);
    check("printf(\"%\");", BadLibraryCall);
    check("printf(\"%y\", 1);", BadLibraryCall);
    check("printf(\"%1$d %d\", 1);", BadLibraryCall);
    check("printf(\"%2$d\", 1);", BadLibraryCall);
    check("int x; printf(\"%d\", x);", UninitialisedRead);
    check("char a[4]; printf(\"%s\", a);", UninitialisedRead);
    check("char a[2] = {'a', 'b'}; printf(\"%s\", a);", OutOfBounds);
    check("char a[2] = {'a', 'b'}; printf(\"%.3s\", a);", OutOfBounds);
    check("char a[4]; sprintf(a, \"%d\", 1234);", OutOfBounds);
    check("char a[4]; snprintf(a, 5, \"%d\", 1234);", OutOfBounds);
    check("printf(\"%n\", (int *)0);", NullDereference);
    check("say(\"%d\", 1);", BadVaArg);
    check("once(\"%d %d\", 1);", BadVaArg);
    check("once(\"%s\", 1);", BadLibraryCall);
    check("printf((char *)0);", NullDereference);
    check("struct { int x; } s = {1}; printf(\"%d\", s);", BadLibraryCall);
    check("char a[3]; sscanf(\"long\", \"%s\", a);", OutOfBounds);
    check("int *p; sscanf(\"1\", \"%d\", p);", UninitialisedRead);
    check("int x = 1; sscanf(\"1\", \"%d\", x);", BadLibraryCall);
    check("sscanf(\"1\", \"%d\");", BadLibraryCall);
    check("sscanf(\"1\", \"%d\", 0L);", NullDereference);
    check("int x; sscanf(\"1\", \"%[a\", &x);", BadLibraryCall);
    check("int x; sscanf(\"1\", \"%y\", &x);", BadLibraryCall);
    check_not_modelled("int x; printf(\"%p\", &x);");
    check_not_modelled("printf(\"%Lf\", 1.0L);");
}

#[test]
fn streams_and_files() {
    use FaultKind::*;
    check("fputs(\"x\", (FILE *)0);", NullDereference);
    check("int x; fputs(\"x\", (FILE *)&x);", BadLibraryCall);
    check("fclose(stdout); fputs(\"x\", stdout);", BadLibraryCall);
    check("fclose(stdout); puts(\"x\");", BadLibraryCall);
    check("char a[4]; fwrite(a, 1, 4, stdout);", UninitialisedRead);
    check("char a[4]; fgets(a, 5, stdin);", OutOfBounds);
    check_not_modelled("fopen(\"name\", \"r\");");
    check_not_modelled("system(\"true\");");
    check_not_modelled("getpid();");
    check_not_modelled("int first = *(int *)stdout;");
}

#[test]
fn numbers_callbacks_and_allocation() {
    use FaultKind::*;
    check("abs(-2147483647 - 1);", SignedOverflow);
    check("div(1, 0);", DivisionByZero);
    check("div(-2147483647 - 1, -1);", SignedOverflow);
    check("isalpha(300);", BadLibraryCall);
    check("toupper(300);", BadLibraryCall);
    check("tolower(-129);", BadLibraryCall);
    check("int a[2] = {2, 1}; qsort(a, 3, sizeof *a, compare);", OutOfBounds);
    check("int a[2] = {2, 1}; qsort(a, 2, sizeof *a, 0);", NullDereference);
    check("int a[2] = {2, 1}; qsort(a, 2, sizeof *a, (int (*)(const void *, const void *))one);", BadCall);
    check(
        "int a[2] = {2, 1}; qsort(a, 2, sizeof *a, (int (*)(const void *, const void *))a);",
        InvalidPointer,
    );
    check("int a[2]; qsort(a, 2, sizeof *a, compare);", UninitialisedRead);
    check("atexit(0); exit(0);", NullDereference);
    check("int x; free(&x);", BadFree);
    check("char *p = malloc(4); free(p + 1);", BadFree);
    check("char *p = malloc(4); free(p); free(p);", DoubleFree);
    check("char *p = malloc(4); free(p); realloc(p, 8);", DoubleFree);
    check("strtol(0, 0, 10);", NullDereference);
    check("char *end; strtol(\"1\", &end + 1, 10);", OutOfBounds);
    check("free(1);", BadFree);
    check("int x; putchar(x);", UninitialisedRead);
}

/// Output up to a fault is not lost, though a compiled program that died there would lose it.
#[test]
fn output_before_a_fault_comes_out() {
    let text = format!("{DECLARATIONS} int main(void) {{ puts(\"before\"); return *(int *)0; }}");
    let ran = common::interpreted_text(&text);
    assert!(matches!(ran.stop, Stop::Fault(_)), "{ran:?}");
    assert_eq!(ran.stdout, "before\n");
}
