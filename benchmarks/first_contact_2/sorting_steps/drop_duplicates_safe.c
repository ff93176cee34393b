/* safe: a sorted array without its duplicates is strictly ascending */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned serial[SIZE];

static size_t unique(unsigned *a, size_t n)
{
    size_t w = 1;
    for (size_t r = 1; r < n; r++) {
        if (a[r] != a[w - 1])
            a[w++] = a[r];
    }
    return w;
}

int main(void)
{
    serial[0] = __VERIFIER_nondet_uint();
    for (size_t i = 1; i < SIZE; i++) {
        serial[i] = __VERIFIER_nondet_uint();
        if (serial[i] < serial[i - 1])
            return 0;
    }

    size_t n = unique(serial, SIZE);

    assert(n >= 1 && n <= SIZE);
    for (size_t i = 1; i < n; i++)
        assert(serial[i - 1] < serial[i]);
    return 0;
}
