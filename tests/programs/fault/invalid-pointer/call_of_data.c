// A call through a pointer to data.
static int numbers[4];

int main(void) {
    int (*f)(void) = (int (*)(void))numbers;
    return f(); // FAULT
}
