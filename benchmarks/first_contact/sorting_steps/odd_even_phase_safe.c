/* safe: One phase of odd-even transposition sort orders each pair of neighbours. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef SIZE
#define SIZE 100001
#endif

static int a[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();

    for (int i = 0; i + 1 < SIZE; i += 2) {
        int x = a[i], y = a[i + 1];
        a[i] = x < y ? x : y;
        a[i + 1] = x < y ? y : x;
    }

    for (int i = 1; i < SIZE; i += 2)
        assert(a[i - 1] <= a[i]);
    return 0;
}
