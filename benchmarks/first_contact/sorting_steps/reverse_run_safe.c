/* safe: The reversal of a strictly falling run gives a strictly rising run. */
#include <assert.h>
#include <stdlib.h>

extern size_t __VERIFIER_nondet_size_t(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static void reverse(long *first, long *end)
{
    while (first < end) {
        --end;
        if (first == end)
            break;
        long t = *first;
        *first = *end;
        *end = t;
        ++first;
    }
}

int main(void)
{
    size_t n = __VERIFIER_nondet_size_t();
    if (n < 2 || n > 65536)
        return 0;
    long *run = malloc(n * sizeof(long));
    if (!run)
        return 0;

    run[0] = 0;
    for (size_t i = 1; i < n; i++)
        run[i] = run[i - 1] - 1 - (long)__VERIFIER_nondet_uchar();

    reverse(run, run + n);

    for (size_t i = 1; i < n; i++)
        assert(run[i - 1] < run[i]);
    assert(run[n - 1] == 0);
    free(run);
    return 0;
}
