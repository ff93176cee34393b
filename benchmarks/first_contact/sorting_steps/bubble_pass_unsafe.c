/* unsafe: One pass of bubble sort moves a maximum to the last cell. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef SIZE
#define SIZE 100000
#endif

int main(void)
{
    int a[SIZE];
    int i;

    for (i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();

    for (i = 1; i < SIZE - 1; i++) {
        if (a[i] > a[i + 1]) {
            int t = a[i];
            a[i] = a[i + 1];
            a[i + 1] = t;
        }
    }

    for (i = 0; i < SIZE; i++)
        assert(a[i] <= a[SIZE - 1]);
    return 0;
}
