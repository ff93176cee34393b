/* safe: The dead zone removes small values and never increases the magnitude of a value. */
#include <assert.h>
#include <stdlib.h>

extern short __VERIFIER_nondet_short(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define WIDTH 50

static int dead_zone(int x)
{
    if (x > WIDTH)
        return x - WIDTH;
    if (x < -WIDTH)
        return x + WIDTH;
    return 0;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 5000u + 1u;
    int in[n], out[n];

    for (unsigned i = 0; i < n; i++)
        in[i] = __VERIFIER_nondet_short();
    for (unsigned i = 0; i < n; i++)
        out[i] = dead_zone(in[i]);

    for (unsigned i = 0; i < n; i++) {
        assert(abs(out[i]) <= abs(in[i]));
        if (in[i] >= -WIDTH && in[i] <= WIDTH)
            assert(out[i] == 0);
        else
            assert((out[i] > 0) == (in[i] > 0));
    }
    return 0;
}
