/* safe: Nobody is older than the person that the search for the oldest returns. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct person {
    unsigned char age;
    struct {
        int street;
        int number;
    } address;
};

static const struct person *oldest(const struct person people[], int n)
{
    const struct person *top = &people[0];
    for (int i = 1; i < n; i++) {
        if (people[i].age > top->age)
            top = &people[i];
    }
    return top;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    struct person town[n];

    for (int i = 0; i < n; i++) {
        town[i].age = __VERIFIER_nondet_uchar();
        town[i].address.street = i / 50;
        town[i].address.number = i % 50;
    }

    const struct person *o = oldest(town, n);
    for (int i = 0; i < n; i++)
        assert(town[i].age <= o->age);
    assert(o->address.number >= 0 && o->address.number < 50);
    return 0;
}
