/* safe: the compacted part has no zero, and its length is the number of nonzero cells */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int remove_zeros(int *a, int n)
{
    int w = 0;

    for (int r = 0; r < n; r++) {
        if (a[r] != 0)
            a[w++] = a[r];
    }
    return w;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100000)
        return 0;

    int *a = malloc((size_t)n * sizeof(int) + 1);
    if (a == NULL)
        return 0;

    int nonzero = 0;
    for (int i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
        if (a[i] != 0)
            nonzero++;
    }

    int m = remove_zeros(a, n);

    assert(m <= n);
    assert(m == nonzero);
    for (int i = 0; i < m; i++)
        assert(a[i] != 0);
    free(a);
    return 0;
}
