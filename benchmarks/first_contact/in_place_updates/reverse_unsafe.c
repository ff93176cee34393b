/* unsafe: exchanging the ends towards the middle reverses the array */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

static int a[SIZE], copy[SIZE];

static void swap(int *p, int *q)
{
    int t = *p;
    *p = *q;
    *q = t;
}

int main(void)
{
    int lo, hi;

    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
        copy[i] = a[i];
    }

    for (lo = 0, hi = SIZE - 1; lo < SIZE; lo++, hi--)
        swap(&a[lo], &a[hi]);

    for (int i = 0; i < SIZE; i++)
        assert(a[i] == copy[SIZE - 1 - i]);
    return 0;
}
