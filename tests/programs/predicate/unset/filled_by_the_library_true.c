// expect: true
// options: --property no-uninitialised-read
#include <string.h>

struct record {
    char name[8];
    int number;
};

int main(void) {
    struct record record;
    memset(&record, 0, sizeof record);
    return record.name[3] + record.number;
}
