/* safe: the index of the minimum is the leftmost one */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int index_of_minimum(const int *a, int n)
{
    int best = 0;

    for (int i = 1; i < n; i++)
        if (a[i] < a[best])
            best = i;
    return best;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 500000)
        return 0;

    int *a = malloc(sizeof(int) * (size_t)n);
    if (!a)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();

    int m = index_of_minimum(a, n);

    for (int i = 0; i < m; i++)
        assert(a[i] > a[m]);
    for (int i = m; i < n; i++)
        assert(a[i] >= a[m]);
    free(a);
    return 0;
}
