/* safe: Insertion sort of six numbers gives a sorted array with the same sum. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define COUNT 6

static void insertion_sort(unsigned *a, int n)
{
    for (int i = 1; i < n; i++) {
        unsigned x = a[i];
        int j = i;
        while (j > 0 && a[j - 1] > x) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = x;
    }
}

int main(void)
{
    unsigned a[COUNT];
    unsigned before = 0, after = 0;

    for (int i = 0; i < COUNT; i++) {
        a[i] = __VERIFIER_nondet_uint();
        before += a[i];
    }

    insertion_sort(a, COUNT);

    for (int i = 0; i < COUNT; i++)
        after += a[i];
    for (int i = 1; i < COUNT; i++)
        assert(a[i - 1] <= a[i]);
    assert(before == after);
    return 0;
}
