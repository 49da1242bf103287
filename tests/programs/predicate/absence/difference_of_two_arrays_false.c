// expect: false(no-undefined-behaviour)
// options: --property no-undefined-behaviour
// Addresses of two objects have no difference.
int main(void){int a[2],b[2]; return (a-b)==3;}
