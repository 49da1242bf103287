// How far two labels are apart.
int main(void) {
    static const int distance[] = {0, &&end - &&start};
start:
    if (distance[0])
        return 1;
end:
    return distance[1] > 0; // UNKNOWN: a value of which only a part is known
}
