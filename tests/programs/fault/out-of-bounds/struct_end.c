// Beyond the array that ends a record.
struct packet { int length; unsigned char data[6]; short checksum[3]; };

int main(void) {
    struct packet p = {6, {1, 2, 3}, {7, 8, 9}};
    int sum = 0;
    for (int i = 0; i < p.length; i++)
        sum += p.checksum[i]; // FAULT
    return sum;
}
