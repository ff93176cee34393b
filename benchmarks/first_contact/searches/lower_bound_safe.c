/* safe: everything before the lower bound is smaller than the key, everything from it on is not */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

extern size_t __VERIFIER_nondet_size_t(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static size_t lower_bound(const unsigned *v, size_t n, unsigned key)
{
    size_t first = 0, count = n;

    while (count > 0) {
        size_t half = count / 2;
        if (v[first + half] < key) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return first;
}

int main(void)
{
    size_t n = __VERIFIER_nondet_size_t();
    if (n == 0 || n > 1000000)
        return 0;

    unsigned *v = malloc(n * sizeof *v);
    if (v == NULL)
        return 0;

    unsigned last = 0;
    for (size_t i = 0; i < n; i++) {
        last += __VERIFIER_nondet_uint() % 1000;
        v[i] = last;
    }

    unsigned key = __VERIFIER_nondet_uint();
    size_t p = lower_bound(v, n, key);

    assert(p <= n);
    for (size_t i = 0; i < p; i++)
        assert(v[i] < key);
    for (size_t i = p; i < n; i++)
        assert(v[i] >= key);

    free(v);
    return 0;
}
