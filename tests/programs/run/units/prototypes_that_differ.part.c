int shared(int x) { return x - 1; }

unsigned other(void *p, unsigned n) { return p == 0 ? n : 1; }
