/* Standard input: EVERCHECK_INPUT is what there is, EVERCHECK_INPUT_BYTES how much, at most. `evercheck check --stdin` takes
   it. Of other streams anything may come. What is not defined here, such as scanf, stays what it is without. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern int evercheck_choose(int low, int high);
extern unsigned char __VERIFIER_nondet_uchar(void);
/* Streams have locks: no other thread comes between the two. */
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

/* How many bytes were handed out, and after how many there is no more; of any input that is chosen when more is wanted. */
static int next, end = EVERCHECK_INPUT_BYTES;
/* What was put back. */
static int again = EOF;
/* Whether more was wanted than there is, for feof. */
static int is_at_end;

#if EVERCHECK_ANY_INPUT
/* Nothing is kept, so that what a program forgets makes no difference. */
static int byte(void)
{
    if (evercheck_choose(0, 1)) {
        end = next;
        return EOF;
    }
    next++;
    return __VERIFIER_nondet_uchar();
}
#else
static const unsigned char input[EVERCHECK_INPUT_BYTES + 1] = EVERCHECK_INPUT;

static int byte(void)
{
    return input[next++];
}
#endif

static int take(void)
{
    int c;
    __VERIFIER_atomic_begin();
    c = again;
    again = EOF;
    if (c == EOF && next < end)
        c = byte();
    if (c == EOF)
        is_at_end = 1;
    __VERIFIER_atomic_end();
    return c;
}

static int anything(void)
{
    return evercheck_choose(0, 1) ? EOF : __VERIFIER_nondet_uchar();
}

static int from(FILE *stream)
{
    return stream == stdin ? take() : anything();
}

int getchar(void)
{
    return take();
}

int getchar_unlocked(void)
{
    return take();
}

int fgetc(FILE *stream)
{
    return from(stream);
}

int getc(FILE *stream)
{
    return from(stream);
}

int getc_unlocked(FILE *stream)
{
    return from(stream);
}

int ungetc(int c, FILE *stream)
{
    int is_taken = c == EOF;
    __VERIFIER_atomic_begin();
    if (stream == stdin && again != EOF)
        is_taken = 1;
    if (stream == stdin && !is_taken) {
        again = (unsigned char)c;
        is_at_end = 0;
    }
    __VERIFIER_atomic_end();
    return is_taken ? EOF : (unsigned char)c;
}

int feof(FILE *stream)
{
    int is_over;
    if (stream == stdout || stream == stderr)
        return 0;
    __VERIFIER_atomic_begin();
    is_over = stream == stdin ? is_at_end : evercheck_choose(0, 1);
    __VERIFIER_atomic_end();
    return is_over;
}

int feof_unlocked(FILE *stream)
{
    return feof(stream);
}

void clearerr(FILE *stream)
{
    __VERIFIER_atomic_begin();
    if (stream == stdin)
        is_at_end = 0;
    __VERIFIER_atomic_end();
}

void clearerr_unlocked(FILE *stream)
{
    clearerr(stream);
}

char *fgets(char *line, int size, FILE *stream)
{
    int count = 0;
    __VERIFIER_atomic_begin();
    while (count < size - 1) {
        int c = from(stream);
        if (c == EOF)
            break;
        line[count++] = (char)c;
        if (c == '\n')
            break;
    }
    __VERIFIER_atomic_end();
    /* Where there is room for nothing, nothing is read. */
    if (count == 0 && size != 1)
        return 0;
    line[count] = 0;
    return line;
}

size_t fread(void *to, size_t size, size_t count, FILE *stream)
{
    size_t done = 0;
    if (size == 0)
        return 0;
    __VERIFIER_atomic_begin();
    for (; done < size * count; done++) {
        int c = from(stream);
        if (c == EOF)
            break;
        ((unsigned char *)to)[done] = (unsigned char)c;
    }
    __VERIFIER_atomic_end();
    return done / size;
}

#ifndef EVERCHECK_POSIX
ssize_t read(int fd, void *to, size_t room)
{
    size_t done = 0;
    int most = fd == 0 && room > 1 && evercheck_choose(0, 1) ? 1 : (int)room;
    __VERIFIER_atomic_begin();
    for (; (int)done < most; done++) {
        int c = fd == 0 ? take() : anything();
        if (c == EOF)
            break;
        ((unsigned char *)to)[done] = (unsigned char)c;
    }
    __VERIFIER_atomic_end();
    return (ssize_t)done;
}
#endif
