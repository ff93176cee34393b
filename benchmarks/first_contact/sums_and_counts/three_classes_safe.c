/* safe: positive, negative and zero cells add up to all cells */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000000)
        return 0;

    int *a = calloc((size_t)n + 1, sizeof *a);
    if (a == NULL)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();

    int positive = 0, negative = 0, zero = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] > 0)
            positive++;
        else if (a[i] < 0)
            negative++;
        else
            zero++;
    }

    assert(positive + negative + zero == n);
    assert(positive >= 0 && negative >= 0 && zero >= 0);
    free(a);
    return 0;
}
