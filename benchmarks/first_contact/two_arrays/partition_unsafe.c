/* unsafe: negative and other numbers are separated, and none is lost */
#include <assert.h>

#ifndef SIZE
#define SIZE 10000
#endif

extern int __VERIFIER_nondet_int(void);

int input[SIZE];
int negative[SIZE];
int other[SIZE];

int main(void)
{
    int n = 0, m = 0;

    for (int i = 0; i < SIZE; i++)
        input[i] = __VERIFIER_nondet_int();

    for (int i = 0; i < SIZE; i++) {
        if (input[i] < 0)
            negative[n++] = input[i];
        else if (input[i] > 0)
            other[m++] = input[i];
    }

    assert(n + m == SIZE);
    for (int i = 0; i < n; i++)
        assert(negative[i] < 0);
    for (int i = 0; i < m; i++)
        assert(other[i] >= 0);
    return 0;
}
