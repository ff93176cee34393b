/* safe: All samples lie between the limits after clamping, and samples within them are unchanged. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef SIZE
#define SIZE 100000
#endif

static int clamp(int x, int low, int high)
{
    if (x < low)
        return low;
    if (x > high)
        return high;
    return x;
}

int raw[SIZE], out[SIZE];

int main(void)
{
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();
    if (low > high)
        return 0;

    for (int i = 0; i < SIZE; i++)
        raw[i] = __VERIFIER_nondet_int();

    for (int i = 0; i < SIZE; i++)
        out[i] = clamp(raw[i], low, high);

    for (int i = 0; i < SIZE; i++) {
        assert(low <= out[i] && out[i] <= high);
        if (raw[i] >= low && raw[i] <= high)
            assert(out[i] == raw[i]);
    }
    return 0;
}
