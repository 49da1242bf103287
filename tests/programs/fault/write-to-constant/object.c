// A const object, through a pointer that lost the word.
static const int limit = 10;

int main(void) {
    int *p = (int *)&limit;
    *p = 20; // FAULT
    return limit;
}
