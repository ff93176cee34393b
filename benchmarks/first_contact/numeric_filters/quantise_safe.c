/* safe: The error of the quantisation is smaller than one step. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

#ifndef SIZE
#define SIZE 5000
#endif
#define STEP 10u

int main(void)
{
    unsigned sample[SIZE];
    unsigned level[SIZE];

    for (int i = 0; i < SIZE; i++)
        sample[i] = __VERIFIER_nondet_uint();

    for (int i = 0; i < SIZE; i++)
        level[i] = sample[i] / STEP;

    for (int i = 0; i < SIZE; i++) {
        unsigned back = level[i] * STEP;
        assert(back <= sample[i]);
        assert(sample[i] - back < STEP);
    }
    return 0;
}
