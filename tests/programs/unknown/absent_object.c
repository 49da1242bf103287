// An object that nobody defines.
extern int elsewhere;

int main(void) {
    return elsewhere; // UNKNOWN: an object that no unit defines
}
