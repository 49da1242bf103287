// A negative value as unsigned by way of int; a fraction above -1 is 0.
int main(void) {
    float temperature = -3.5f;
    unsigned reading = (int)temperature;
    unsigned fraction = -0.9f;
    return reading != 0 && fraction == 0;
}
