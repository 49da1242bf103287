// A stack machine with calls and jumps, computing primes and a factorial.
#include <stdint.h>
#include <stdio.h>

enum op { HALT, PUSH, ADD, SUB, MUL, MOD, LT, EQ, JMP, JZ, LOAD, STORE, PRINT, CALL, RET, DUP, POP };

struct vm { const int16_t *code; int pc, sp, fp; long stack[128]; long globals[8]; };

static int run(struct vm *m) {
    for (int steps = 0;; steps++) {
        int16_t op = m->code[m->pc++];
        long a, b;
        switch (op) {
        case HALT: return steps;
        case PUSH: m->stack[m->sp++] = m->code[m->pc++]; break;
        case ADD: case SUB: case MUL: case MOD: case LT: case EQ:
            b = m->stack[--m->sp];
            a = m->stack[--m->sp];
            m->stack[m->sp++] = op == ADD ? a + b : op == SUB ? a - b : op == MUL ? a * b : op == MOD ? a % b : op == LT ? a < b : a == b;
            break;
        case JMP: m->pc = m->code[m->pc]; break;
        case JZ: m->pc = m->stack[--m->sp] ? m->pc + 1 : m->code[m->pc]; break;
        case LOAD: m->stack[m->sp++] = m->globals[m->code[m->pc++]]; break;
        case STORE: m->globals[m->code[m->pc++]] = m->stack[--m->sp]; break;
        case PRINT: printf("%ld ", m->stack[--m->sp]); break;
        case CALL:
            a = m->stack[--m->sp];
            m->stack[m->sp++] = m->pc + 1;
            m->stack[m->sp++] = a;
            m->pc = m->code[m->pc];
            break;
        case RET:
            a = m->stack[--m->sp];
            m->pc = m->stack[--m->sp];
            m->stack[m->sp++] = a;
            break;
        case DUP: m->stack[m->sp] = m->stack[m->sp - 1]; m->sp++; break;
        case POP: m->sp--; break;
        default: return -1;
        }
    }
}

int main(void) {
    static const int16_t primes[] = {
        /* 0 */ PUSH, 2, STORE, 0,
        /* 4 */ LOAD, 0, PUSH, 50, LT, JZ, 42,
        /* 11 */ PUSH, 2, STORE, 1,
        /* 15 */ LOAD, 1, LOAD, 0, LT, JZ, 32,
        /* 22 */ LOAD, 0, LOAD, 1, MOD, JZ, 35, JMP, 45, HALT,
        /* 32 */ LOAD, 0, PRINT,
        /* 35 */ LOAD, 0, PUSH, 1, ADD, JMP, 52,
        /* 42 */ HALT, HALT, HALT,
        /* 45 */ LOAD, 1, PUSH, 1, ADD, JMP, 56,
        /* 52 */ STORE, 0, JMP, 4,
        /* 56 */ STORE, 1, JMP, 15,
    };
    static const int16_t factorial[] = {
        /* 0 */ PUSH, 12, CALL, 6, PRINT, HALT,
        /* 6 */ DUP, PUSH, 2, LT, JZ, 15, POP, PUSH, 1,
        /* 15: n or 1 */ DUP, PUSH, 2, LT, JZ, 22, RET,
        /* 22 */ DUP, PUSH, 1, SUB, CALL, 6, MUL, RET,
    };
    struct vm m = {primes};
    printf("(%d)\n", run(&m));
    struct vm n = {.code = factorial};
    printf("(%d)\n", run(&n));
    return 0;
}
