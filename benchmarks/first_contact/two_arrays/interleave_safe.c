/* safe: the zipped array has the one array at even and the other one at odd places */
#include <assert.h>

#ifndef SIZE
#define SIZE 50000
#endif

extern int __VERIFIER_nondet_int(void);

int left[SIZE], right[SIZE], both[2 * SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        left[i] = __VERIFIER_nondet_int();
        right[i] = __VERIFIER_nondet_int();
    }

    for (int i = 0; i < SIZE; i++) {
        both[2 * i] = left[i];
        both[2 * i + 1] = right[i];
    }

    for (int k = 0; k < 2 * SIZE; k++) {
        if (k % 2 == 0)
            assert(both[k] == left[k / 2]);
        else
            assert(both[k] == right[k / 2]);
    }
    return 0;
}
