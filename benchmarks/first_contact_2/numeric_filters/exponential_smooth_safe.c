/* safe: the smoothed values of 10-bit samples are 10-bit values */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned short __VERIFIER_nondet_ushort(void);

static int raw[SIZE];
static int smooth[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        raw[i] = __VERIFIER_nondet_ushort() & 0x3FF;

    int y = raw[0];
    for (int i = 0; i < SIZE; i++) {
        y += (raw[i] - y) / 4;
        smooth[i] = y;
    }

    for (int i = 0; i < SIZE; i++) {
        assert(smooth[i] >= 0);
        assert(smooth[i] <= 1023);
    }
    return 0;
}
