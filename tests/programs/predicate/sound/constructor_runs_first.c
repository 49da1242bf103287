// expect: false(unreach-call)
// A constructor changes what main finds.
void reach_error(void);
int ready;
__attribute__((constructor)) static void prepare(void) { ready = 1; }
int main(void)
{
    if (ready)
        reach_error();
    return 0;
}
