// expect: false(unreach-call)
// A destructor runs after main.
void reach_error(void);
int done;
__attribute__((destructor)) static void finish(void)
{
    if (done)
        reach_error();
}
int main(void)
{
    done = 1;
    return 0;
}
