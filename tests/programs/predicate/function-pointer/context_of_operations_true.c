// expect: true
// Operations in a constant struct get their device, whose count they keep below a limit.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

struct device { unsigned opened; };
struct operations { int (*open)(struct device *); void (*close)(struct device *); };

static int open_it(struct device *device) {
    if (device->opened >= 3) return -1;
    device->opened++;
    return 0;
}

static void close_it(struct device *device) {
    if (device->opened > 0) device->opened--;
}

static const struct operations operations = {open_it, close_it};

int main(void) {
    struct device device = {0};
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) operations.open(&device);
        else operations.close(&device);
        if (device.opened > 3) reach_error();
    }
    return 0;
}
