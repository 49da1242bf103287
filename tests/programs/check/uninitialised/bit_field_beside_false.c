// expect: false(no-uninitialised-read)
int main(void) { struct { unsigned a : 3, b : 5; } s; s.a = 1; return s.b; }
