/* safe: After normalisation the first corner of each rectangle is below and left of the second. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef COUNT
#define COUNT 4000
#endif

struct corner {
    int x;
    int y;
};

struct rectangle {
    struct corner from;
    struct corner to;
};

static void swap_int(int *p, int *q)
{
    int t = *p;
    *p = *q;
    *q = t;
}

static void normalise(struct rectangle *r)
{
    if (r->from.x > r->to.x)
        swap_int(&r->from.x, &r->to.x);
    if (r->from.y > r->to.y)
        swap_int(&r->from.y, &r->to.y);
}

int main(void)
{
    static struct rectangle shape[COUNT];

    for (int i = 0; i < COUNT; i++) {
        struct rectangle *r = &shape[i];
        r->from.x = __VERIFIER_nondet_int();
        r->from.y = __VERIFIER_nondet_int();
        r->to.x = __VERIFIER_nondet_int();
        r->to.y = __VERIFIER_nondet_int();
    }

    for (int i = 0; i < COUNT; i++)
        normalise(&shape[i]);

    for (int i = 0; i < COUNT; i++) {
        assert(shape[i].from.x <= shape[i].to.x);
        assert(shape[i].from.y <= shape[i].to.y);
    }
    return 0;
}
