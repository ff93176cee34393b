/* unsafe: the pairs overlap, so the first value moves to the end */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

static void swap(int *x, int *y)
{
    int t = *x;
    *x = *y;
    *y = t;
}

int main(void)
{
    static int cell[SIZE];
    static int was[SIZE];
    int n = __VERIFIER_nondet_int();

    if (n < 0 || n > SIZE)
        return 0;
    for (int i = 0; i < n; i++)
        was[i] = cell[i] = __VERIFIER_nondet_int();

    for (int i = 0; i + 1 < n; i += 1)
        swap(&cell[i], &cell[i + 1]);

    for (int i = 0; i + 1 < n; i += 2) {
        assert(cell[i] == was[i + 1]);
        assert(cell[i + 1] == was[i]);
    }
    if (n % 2 == 1)
        assert(cell[n - 1] == was[n - 1]);
    return 0;
}
