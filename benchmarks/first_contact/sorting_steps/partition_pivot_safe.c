/* safe: The partition step separates the elements below the pivot from the others. */
#include <assert.h>
#include <stddef.h>

extern long __VERIFIER_nondet_long(void);

#ifndef SIZE
#define SIZE 10000
#endif

static size_t partition(long a[], size_t n)
{
    long pivot = a[n - 1];
    size_t store = 0;
    for (size_t i = 0; i < n - 1; i++) {
        if (a[i] < pivot) {
            long tmp = a[i];
            a[i] = a[store];
            a[store] = tmp;
            store++;
        }
    }
    a[n - 1] = a[store];
    a[store] = pivot;
    return store;
}

int main(void)
{
    static long a[SIZE];

    for (size_t i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_long();

    size_t p = partition(a, SIZE);
    assert(p < SIZE);

    for (size_t i = 0; i < SIZE; i++) {
        if (i < p)
            assert(a[i] < a[p]);
        else
            assert(a[i] >= a[p]);
    }
    return 0;
}
