// The status of a program is the low byte of what main returns.
int main(void) { return 0x1234 + 3; }
