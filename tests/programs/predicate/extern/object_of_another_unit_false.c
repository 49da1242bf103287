// expect: false(unreach-call)
// What another unit defines has a value that nobody knows here, until it is set here.
struct settings { unsigned char level; _Bool is_loud; long limits[2]; };
extern struct settings settings;
extern void reach_error(void);

int main(void) {
    if (settings.is_loud && settings.limits[1] == -5 && settings.level == 200) {
        settings.level = 3;
        if (settings.level == 3) reach_error();
    }
    return 0;
}
