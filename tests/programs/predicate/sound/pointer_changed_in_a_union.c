// expect: false(unreach-call)
// A pointer changed through the other member of a union leads elsewhere.
void reach_error(void);
int main(void)
{
    int pair[2] = {0, 0};
    union { int *pointer; unsigned long number; } u;
    u.pointer = &pair[0];
    u.number += sizeof(int);
    *u.pointer = 5;
    if (pair[1] == 5)
        reach_error();
    return 0;
}
