// An operator where an assignment was meant.
static char buffer[4];

int main(void) {
    buffer[0] << 'T'; // FAULT
    return 0;
}
