/* safe: Two indices that run towards each other place all negative numbers first. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;

    int *a = malloc(sizeof(int) * (size_t)n);
    if (a == NULL)
        return 0;

    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();

    int lo = 0, hi = n - 1;
    while (lo <= hi) {
        if (a[lo] < 0) {
            lo++;
        } else if (a[hi] >= 0) {
            hi--;
        } else {
            int t = a[lo];
            a[lo++] = a[hi];
            a[hi--] = t;
        }
    }

    for (int i = 0; i < lo; i++)
        assert(a[i] < 0);
    for (int i = lo; i < n; i++)
        assert(a[i] >= 0);

    free(a);
    return 0;
}
