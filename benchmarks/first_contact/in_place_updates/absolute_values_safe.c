/* safe: all cells are non-negative after the loop and keep their magnitude */
#include <assert.h>
#include <limits.h>

#ifndef SIZE
#define SIZE 4000
#endif

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x[SIZE], y[SIZE];

    for (int i = 0; i < SIZE; i++) {
        x[i] = __VERIFIER_nondet_int();
        y[i] = x[i];
    }

    for (int i = 0; i < SIZE; i++) {
        if (x[i] == INT_MIN)
            x[i] = INT_MAX;
        else if (x[i] < 0)
            x[i] = -x[i];
    }

    for (int i = 0; i < SIZE; i++) {
        assert(x[i] >= 0);
        if (y[i] != INT_MIN)
            assert(x[i] == y[i] || x[i] == -y[i]);
    }
    return 0;
}
