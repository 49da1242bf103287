// An array inside a struct ends where its own elements do.
struct entry { char key[8]; int value; };

int main(void) {
    struct entry entry = {"1234567", 1};
    int sum = 0;
    for (int i = 0; i <= 8; i++)
        sum += entry.key[i]; // FAULT
    return sum;
}
