/* safe: the two smallest values are found in one pass */
#include <assert.h>

#ifndef SIZE
#define SIZE 3000
#endif

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int price[SIZE];
    int best, second; /* indices */

    for (int i = 0; i < SIZE; i++)
        price[i] = __VERIFIER_nondet_int();

    if (price[0] <= price[1]) {
        best = 0;
        second = 1;
    } else {
        best = 1;
        second = 0;
    }
    for (int i = 2; i < SIZE; i++) {
        if (price[i] < price[best]) {
            second = best;
            best = i;
        } else if (price[i] < price[second]) {
            second = i;
        }
    }

    assert(best != second);
    assert(price[best] <= price[second]);
    for (int i = 0; i < SIZE; i++) {
        if (i != best)
            assert(price[i] >= price[second]);
    }
    return 0;
}
