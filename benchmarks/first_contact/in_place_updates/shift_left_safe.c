/* safe: each cell gets the old value of its right neighbour, the last cell gets zero */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

extern size_t __VERIFIER_nondet_size_t(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    size_t n = __VERIFIER_nondet_size_t();
    if (n < 1 || n > 200000)
        return 0;

    int *a = malloc(n * sizeof *a);
    int *old = malloc(n * sizeof *old);
    if (a == NULL || old == NULL)
        return 0;

    for (size_t i = 0; i < n; i++)
        old[i] = a[i] = __VERIFIER_nondet_int();

    for (size_t i = 0; i + 1 < n; i++)
        a[i] = a[i + 1];
    a[n - 1] = 0;

    for (size_t i = 0; i < n - 1; i++)
        assert(a[i] == old[i + 1]);
    assert(a[n - 1] == 0);

    free(old);
    free(a);
    return 0;
}
