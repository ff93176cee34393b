/* unsafe: falling values are limited to twice the step */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif
#define STEP 50

extern short __VERIFIER_nondet_short(void);

static short demand[SIZE];
static int output[SIZE];

static int approach(int from, int target)
{
    if (target > from + STEP)
        return from + STEP;
    if (target < from - STEP)
        return from - STEP - STEP;
    return target;
}

int main(void)
{
    int last = 0;

    for (int i = 0; i < SIZE; i++)
        demand[i] = __VERIFIER_nondet_short();

    for (int i = 0; i < SIZE; i++) {
        last = approach(last, demand[i]);
        output[i] = last;
    }

    assert(output[0] >= -STEP && output[0] <= STEP);
    for (int i = 1; i < SIZE; i++) {
        assert(output[i] - output[i - 1] <= STEP);
        assert(output[i - 1] - output[i] <= STEP);
    }
    return 0;
}
