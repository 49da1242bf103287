// Many small loops over shared state: break and continue bind to the innermost.
#include <stdio.h>

int main(void) {
    int trace = 0;
    for (int a = 0; a < 4; a++) {
        int b = 0;
        while (1) {
            do {
                b++;
                if (b == 2) continue;
                if (b == 4) break;
                trace = (trace * 7 + a * 3 + b) % 10007;
            } while (b < 6);
            if (b >= 4) break;
        }
        switch (a) {
        case 2:
            for (;;) {
                trace++;
                break;
            }
            break;
        default: continue;
        }
        trace *= 2;
    }
    printf("%d\n", trace);
    return trace % 100;
}
