/* safe: after limiting, each value is between the limits of its sensor */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

struct sensor {
    int low;
    int high;
    int value;
};

static struct sensor bank[SIZE];

static void limit(struct sensor *s)
{
    if (s->value < s->low)
        s->value = s->low;
    if (s->value > s->high)
        s->value = s->high;
}

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        bank[i].low = __VERIFIER_nondet_int();
        bank[i].high = __VERIFIER_nondet_int();
        if (bank[i].high < bank[i].low)
            bank[i].high = bank[i].low;
        bank[i].value = __VERIFIER_nondet_int();
    }

    for (struct sensor *s = bank; s < bank + SIZE; s++)
        limit(s);

    for (int i = 0; i < SIZE; i++) {
        assert(bank[i].low <= bank[i].value);
        assert(bank[i].value <= bank[i].high);
    }
    return 0;
}
