/* unsafe: the sum of an array of equal values is the value times the number of cells */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned short __VERIFIER_nondet_ushort(void);

static long price[SIZE];

int main(void)
{
    long p = __VERIFIER_nondet_ushort();
    long total = 0;

    for (int i = 0; i < SIZE; i++)
        price[i] = p;
    for (int i = 1; i < SIZE; i++)
        total += price[i];

    assert(total == SIZE * p);
    return 0;
}
