// The address of a local is used within its block.
int main(void) {
    int *p, result;
    {
        int inner = 7;
        p = &inner;
        result = *p;
    }
    return result;
}
