/* safe: After normalisation all values lie between 0 and 255, and the minimum becomes 0. */
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

#ifndef SIZE
#define SIZE 10000
#endif

static unsigned value[SIZE];

int main(void)
{
    unsigned low, high;
    int where = 0;

    for (int i = 0; i < SIZE; i++)
        value[i] = __VERIFIER_nondet_ushort();

    low = high = value[0];
    for (int i = 1; i < SIZE; i++) {
        if (value[i] < low) {
            low = value[i];
            where = i;
        } else if (value[i] > high) {
            high = value[i];
        }
    }
    if (low == high)
        return 0;

    unsigned span = high - low;
    for (int i = 0; i < SIZE; i++)
        value[i] = (value[i] - low) * 255u / span;

    for (int i = 0; i < SIZE; i++)
        assert(value[i] <= 255u);
    assert(value[where] == 0);
    return 0;
}
