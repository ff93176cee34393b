/* safe: each value of the halved series is between the two samples that it stands for */
#include <assert.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned short __VERIFIER_nondet_ushort(void);

static uint16_t series[2 * SIZE];
static uint16_t half[SIZE];

static void downsample(const uint16_t *in, uint16_t *out, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        out[i] = (uint16_t)(((uint32_t)in[2 * i] + in[2 * i + 1]) / 2);
}

int main(void)
{
    for (unsigned i = 0; i < 2 * SIZE; i++)
        series[i] = __VERIFIER_nondet_ushort();

    downsample(series, half, SIZE);

    for (unsigned i = 0; i < SIZE; i++) {
        uint16_t a = series[2 * i];
        uint16_t b = series[2 * i + 1];
        assert(half[i] >= (a < b ? a : b));
        assert(half[i] <= (a > b ? a : b));
    }
    return 0;
}
