// The assignment.
static char buffer[4];

int main(void) {
    buffer[0] = 'T';
    return buffer[0];
}
