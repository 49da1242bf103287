// A floating value that int cannot hold.
static int whole(double d) {
    return (int)d; // FAULT
}

int main(void) { return whole(7.9) + whole(3e9); }
