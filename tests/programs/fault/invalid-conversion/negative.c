// A negative value as unsigned.
int main(void) {
    float temperature = -3.5f;
    unsigned reading = temperature; // FAULT
    return reading != 0;
}
