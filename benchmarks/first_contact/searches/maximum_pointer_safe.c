/* safe: no element is larger than the one that the returned pointer names */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 800
#endif

extern long __VERIFIER_nondet_long(void);

static long *largest(long *begin, long *end)
{
    long *best = begin;

    for (long *p = begin; p != end; ++p) {
        if (*best < *p)
            best = p;
    }
    return best;
}

int main(void)
{
    long values[SIZE];

    for (size_t i = 0; i < SIZE; ++i)
        values[i] = __VERIFIER_nondet_long();

    long *top = largest(values, values + SIZE);

    assert(top >= values && top < values + SIZE);
    for (size_t i = 0; i < SIZE; ++i)
        assert(values[i] <= *top);
    return 0;
}
