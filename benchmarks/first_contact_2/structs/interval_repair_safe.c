/* safe: each repaired interval does not end before its start, starts at a given end, and is empty only when it was */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

struct interval {
    int from, to;
};

static struct interval given[SIZE];
static struct interval fixed[SIZE];

int main(void)
{
    int i;

    for (i = 0; i < SIZE; i++) {
        given[i].from = __VERIFIER_nondet_int();
        given[i].to = __VERIFIER_nondet_int();
        fixed[i] = given[i];
    }

    for (i = 0; i < SIZE; i++) {
        struct interval *v = &fixed[i];
        if (v->from > v->to) {
            int t = v->from;
            v->from = v->to;
            v->to = t;
        }
    }

    for (i = 0; i < SIZE; i++) {
        assert(fixed[i].from <= fixed[i].to);
        assert(fixed[i].from == given[i].from || fixed[i].from == given[i].to);
        if (given[i].from != given[i].to)
            assert(fixed[i].from != fixed[i].to);
    }
    return 0;
}
