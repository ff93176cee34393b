/* safe: a rotation by one moves the first cell to the end */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern long __VERIFIER_nondet_long(void);

static long ring[SIZE];
static long saved[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; ++i)
        saved[i] = ring[i] = __VERIFIER_nondet_long();

    long first = ring[0];
    for (int i = 1; i < SIZE; ++i)
        ring[i - 1] = ring[i];
    ring[SIZE - 1] = first;

    for (int i = 0; i < SIZE; ++i)
        assert(ring[i] == saved[(i + 1) % SIZE]);
    return 0;
}
