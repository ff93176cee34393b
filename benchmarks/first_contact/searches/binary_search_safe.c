/* safe: binary search in a sorted array reports "absent" only if no cell holds the key */
#include <assert.h>

#ifndef SIZE
#define SIZE 5000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[SIZE];

    a[0] = __VERIFIER_nondet_uchar();
    for (int i = 1; i < SIZE; i++)
        a[i] = a[i - 1] + __VERIFIER_nondet_uchar();

    int key = __VERIFIER_nondet_int();
    int lo = 0, hi = SIZE - 1, found = -1;

    while (lo <= hi) {
        int mid = lo + (hi - lo) / 2;
        if (a[mid] == key) {
            found = mid;
            break;
        }
        if (a[mid] < key)
            lo = mid + 1;
        else
            hi = mid - 1;
    }

    if (found >= 0) {
        assert(a[found] == key);
    } else {
        for (int i = 0; i < SIZE; i++)
            assert(a[i] != key);
    }
    return 0;
}
