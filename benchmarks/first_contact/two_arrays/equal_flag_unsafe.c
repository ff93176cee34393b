/* unsafe: the flag tells exactly whether the arrays are equal */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

extern size_t __VERIFIER_nondet_size_t(void);
extern short __VERIFIER_nondet_short(void);

static bool equal(const short *a, const short *b, size_t n)
{
    bool same = true;

    for (size_t i = 0; i < n; i++)
        same = a[i] == b[i];
    return same;
}

int main(void)
{
    size_t n = __VERIFIER_nondet_size_t();
    if (n == 0 || n > 100000)
        return 0;

    short *a = malloc(n * sizeof *a);
    short *b = malloc(n * sizeof *b);
    if (a == NULL || b == NULL)
        return 0;

    for (size_t i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_short();
        b[i] = __VERIFIER_nondet_short();
    }

    bool same = equal(a, b, n);

    size_t k = 0;
    while (k < n && a[k] == b[k])
        k++;
    assert(same == (k == n));
    free(a);
    free(b);
    return 0;
}
