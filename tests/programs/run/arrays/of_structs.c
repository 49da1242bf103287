// Arrays of records: elements as values, inner arrays, sorting by copying.
#include <stdio.h>
#include <string.h>

struct person { char name[12]; int age; double scores[3]; };

static double total(struct person p) { return p.scores[0] + p.scores[1] + p.scores[2]; }

int main(void) {
    struct person people[4] = {
        {"Ada", 36, {1, 2, 3}}, {"Grace", 85, {4, 5}}, {.age = 41, .name = "Alan", .scores[2] = 9}, {"Edsger"},
    };
    strcpy(people[3].name, "Barbara");
    people[3].age = people[0].age + 5;
    for (int i = 0; i < 4; i++)
        for (int j = i + 1; j < 4; j++)
            if (strcmp(people[i].name, people[j].name) > 0) {
                struct person t = people[i];
                people[i] = people[j];
                people[j] = t;
            }
    for (struct person *p = people; p < people + 4; p++) printf("%s %d %g\n", p->name, p->age, total(*p));
    struct person *p = &people[1];
    (p + 1)->scores[1] = 7;
    (*p).age++;
    p[2].name[0] = 'h';
    printf("%g %d %s %td\n", people[2].scores[1], people[1].age, people[3].name, p - people);
    printf("%zu\n", sizeof people);
    return 0;
}
