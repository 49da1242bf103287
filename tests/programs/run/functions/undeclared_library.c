// Functions of the C library that are called undeclared have their own types all the same.
int main() {
    char *text = malloc(10);
    strcpy(text, "undecl");
    puts(strcat(text, "ar"));
    printf("%d %d %d\n", (int)sizeof strlen(text), (int)sizeof sqrt(2), (int)sizeof abs(1));
    printf("%f %f %f\n", sqrt(2), pow(2, 10), fabs(-2));
    printf("%ld\n", labs(-5000000000));
    char *found = strchr(text, 'd');
    printf("%s\n", found);
    free(text);
    return own(2) - 4;
}

int own(int n) {
    return n * n;
}
