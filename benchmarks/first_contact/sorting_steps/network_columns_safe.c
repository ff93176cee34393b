/* safe: A sorting network orders the four values of each row. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef SIZE
#define SIZE 25000
#endif

#define EXCHANGE(x, y) do { if ((x) > (y)) { int t = (x); (x) = (y); (y) = t; } } while (0)

int a[SIZE], b[SIZE], c[SIZE], d[SIZE];

int main(void)
{
    int row;

    for (row = 0; row < SIZE; row++) {
        a[row] = __VERIFIER_nondet_int();
        b[row] = __VERIFIER_nondet_int();
        c[row] = __VERIFIER_nondet_int();
        d[row] = __VERIFIER_nondet_int();
    }

    for (row = 0; row < SIZE; row++) {
        EXCHANGE(a[row], c[row]);
        EXCHANGE(b[row], d[row]);
        EXCHANGE(a[row], b[row]);
        EXCHANGE(c[row], d[row]);
        EXCHANGE(b[row], c[row]);
    }

    for (row = 0; row < SIZE; row++)
        assert(a[row] <= b[row] && b[row] <= c[row] && c[row] <= d[row]);
    return 0;
}
