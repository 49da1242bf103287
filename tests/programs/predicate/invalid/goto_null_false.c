// expect: false(valid-deref)
// options: --property valid-deref
// A goto to nowhere.
int main(void) {
    void *p=0; if (p) p=&&x; goto *p; x:
    return 0;
}
