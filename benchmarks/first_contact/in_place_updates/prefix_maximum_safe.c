/* safe: the running maximum is sorted and at least as large as the old values */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

int a[SIZE];
int old[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
        old[i] = a[i];
    }

    for (int i = 1; i < SIZE; i++) {
        if (a[i] < a[i - 1])
            a[i] = a[i - 1];
    }

    assert(a[0] == old[0]);
    for (int i = 1; i < SIZE; i++) {
        assert(a[i - 1] <= a[i]);
        assert(a[i] >= old[i]);
        assert(a[i] == old[i] || a[i] == a[i - 1]);
    }
    return 0;
}
