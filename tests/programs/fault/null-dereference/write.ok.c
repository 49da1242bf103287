// A write through a pointer that was set.
static int *target, cell;

int main(void) {
    target = &cell;
    *target = 5;
    return cell;
}
