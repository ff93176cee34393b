/* safe: after clamping all values are inside the limits, and values that were inside are unchanged */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();
    if (n <= 0 || n > 1000000 || low > high)
        return 0;

    int *v = calloc((size_t)n, sizeof *v);
    int *orig = calloc((size_t)n, sizeof *orig);
    if (!v || !orig)
        exit(1);

    for (int i = 0; i < n; i++)
        v[i] = orig[i] = __VERIFIER_nondet_int();

    for (int *p = v; p < v + n; p++)
        *p = clamp(*p, low, high);

    for (int i = 0; i < n; i++) {
        assert(low <= v[i] && v[i] <= high);
        if (orig[i] >= low && orig[i] <= high)
            assert(v[i] == orig[i]);
    }
    free(v);
    free(orig);
    return 0;
}
