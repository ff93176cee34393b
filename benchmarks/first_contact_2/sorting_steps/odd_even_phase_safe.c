/* safe: after the even phase of a transposition sort each even pair is in order */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

int cell[SIZE];

static void order(int *a, int *b)
{
    if (*a > *b) {
        int t = *a;
        *a = *b;
        *b = t;
    }
}

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        cell[i] = __VERIFIER_nondet_int();

    for (int i = 1; i < SIZE; i += 2)
        order(&cell[i - 1], &cell[i]);

    for (int i = 0; 2 * i + 1 < SIZE; i++)
        assert(cell[2 * i] <= cell[2 * i + 1]);
    return 0;
}
