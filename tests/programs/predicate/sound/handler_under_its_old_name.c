// expect: false(unreach-call)
// What ssignal is given is called as what signal is given.
void (*ssignal(int, void (*)(int)))(int);
int raise(int);
void reach_error(void);
static void handler(int number)
{
    reach_error();
}
int main(void)
{
    ssignal(6, handler);
    raise(6);
    return 0;
}
