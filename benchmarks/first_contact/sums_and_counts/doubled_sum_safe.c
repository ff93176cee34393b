/* safe: doubling every cell doubles the sum */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern short __VERIFIER_nondet_short(void);

static int value[SIZE];

static long long sum(const int *a, int n)
{
    long long s = 0;

    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        value[i] = __VERIFIER_nondet_short();

    long long before = sum(value, SIZE);
    for (int i = 0; i < SIZE; i++)
        value[i] *= 2;
    long long after = sum(value, SIZE);

    assert(after == 2 * before);
    return 0;
}
