extern char __VERIFIER_nondet_char(void);
/* Unquotes a line; the closing quote at the very end makes it write one byte too far. */
int main(void) {
    char line[13], out[8];
    for (int i = 0; i < 12; i++) line[i] = __VERIFIER_nondet_char();
    line[12] = 0;
    int n = 0, i = 0;
    if (line[i] != '"') return 1;
    i++;
    while (line[i] != '"' && line[i] != 0 && n < 8) {
        if (line[i] == '\\') { i++; if (line[i] == 0) break; }
        out[n++] = line[i++];
    }
    out[n] = 0;
    return out[0];
}
