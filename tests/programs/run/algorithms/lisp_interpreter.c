// A tiny Lisp with closures, interned symbols and a free list.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum tag { NIL, NUMBER, SYMBOL, PAIR, CLOSURE, BUILTIN };
struct value;
typedef struct value *ref;
struct value {
    enum tag tag;
    union {
        long number;
        char name[8];
        struct { ref head, tail; };
        struct { ref params, body, env; };
        ref (*call)(ref);
    };
};

static struct value nil = {NIL};
static ref symbols = &nil;
static int allocated;

static ref make(enum tag tag) {
    ref v = calloc(1, sizeof *v);
    v->tag = tag;
    allocated++;
    return v;
}
static ref cons(ref head, ref tail) {
    ref v = make(PAIR);
    v->head = head, v->tail = tail;
    return v;
}
static ref number(long n) {
    ref v = make(NUMBER);
    v->number = n;
    return v;
}
static ref symbol(const char *name, size_t length) {
    for (ref s = symbols; s->tag == PAIR; s = s->tail)
        if (strlen(s->head->name) == length && !memcmp(s->head->name, name, length)) return s->head;
    ref v = make(SYMBOL);
    memcpy(v->name, name, length);
    symbols = cons(v, symbols);
    return v;
}

static ref read(const char **p);
static ref read_list(const char **p) {
    while (isspace((unsigned char)**p)) ++*p;
    if (**p == ')') return ++*p, &nil;
    ref head = read(p);
    return cons(head, read_list(p));
}
static ref read(const char **p) {
    while (isspace((unsigned char)**p)) ++*p;
    if (**p == '(') return ++*p, read_list(p);
    if (isdigit((unsigned char)**p)) {
        char *end;
        long n = strtol(*p, &end, 10);
        *p = end;
        return number(n);
    }
    const char *start = *p;
    while (**p && !isspace((unsigned char)**p) && **p != '(' && **p != ')') ++*p;
    return symbol(start, *p - start);
}

static ref lookup(ref name, ref env) {
    for (; env->tag == PAIR; env = env->tail)
        if (env->head->head == name) return env->head->tail;
    return &nil;
}
static ref eval(ref v, ref env);
static ref eval_list(ref l, ref env) { return l->tag == PAIR ? cons(eval(l->head, env), eval_list(l->tail, env)) : &nil; }
static int is(ref v, const char *name) { return v->tag == SYMBOL && !strcmp(v->name, name); }

static ref global;
static ref eval(ref v, ref env) {
    if (v->tag == SYMBOL) {
        ref found = lookup(v, env);
        return found->tag == NIL ? lookup(v, global) : found;
    }
    if (v->tag != PAIR) return v;
    if (is(v->head, "if")) return eval(eval(v->tail->head, env)->number ? v->tail->tail->head : v->tail->tail->tail->head, env);
    if (is(v->head, "fn")) {
        ref c = make(CLOSURE);
        c->params = v->tail->head, c->body = v->tail->tail->head, c->env = env;
        return c;
    }
    if (is(v->head, "def")) {
        ref made = eval(v->tail->tail->head, env);
        global = cons(cons(v->tail->head, made), global);
        return made;
    }
    ref f = eval(v->head, env), args = eval_list(v->tail, env);
    if (f->tag == BUILTIN) return f->call(args);
    ref inner = f->env;
    for (ref p = f->params; p->tag == PAIR; p = p->tail, args = args->tail) inner = cons(cons(p->head, args->head), inner);
    return eval(f->body, inner);
}

static ref add(ref a) { return number(a->head->number + a->tail->head->number); }
static ref sub(ref a) { return number(a->head->number - a->tail->head->number); }
static ref mul(ref a) { return number(a->head->number * a->tail->head->number); }
static ref less(ref a) { return number(a->head->number < a->tail->head->number); }
static void define(const char *name, ref (*call)(ref)) {
    ref v = make(BUILTIN);
    v->call = call;
    global = cons(cons(symbol(name, strlen(name)), v), global);
}

int main(void) {
    global = &nil;
    define("+", add), define("-", sub), define("*", mul), define("<", less);
    const char *lines[] = {
        "(+ 1 (* 2 3))", "(def fact (fn (n) (if (< n 2) 1 (* n (fact (- n 1))))))", "(fact 12)",
        "(def adder (fn (x) (fn (y) (+ x y))))", "((adder 5) 37)", "(def fib (fn (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))", "(fib 10)",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *p = lines[i];
        ref v = eval(read(&p), &nil);
        if (v->tag == NUMBER) printf("%ld\n", v->number);
        else printf("<%d>\n", v->tag);
    }
    printf("%d\n", allocated);
    return 0;
}
