/* safe: A backward pass of exchanges moves a minimum to the front. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern short __VERIFIER_nondet_short(void);

static void swap(short *x, short *y)
{
    short t = *x;
    *x = *y;
    *y = t;
}

static void sink_minimum(short *first, short *last)
{
    while (last != first) {
        if (*last < *(last - 1))
            swap(last, last - 1);
        --last;
    }
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 50000)
        return 0;
    short *v = malloc(n * sizeof *v);
    if (!v)
        return 0;
    for (unsigned i = 0; i < n; ++i)
        v[i] = __VERIFIER_nondet_short();

    sink_minimum(v, v + n - 1);

    for (short *p = v; p < v + n; ++p)
        assert(*p >= v[0]);
    free(v);
    return 0;
}
