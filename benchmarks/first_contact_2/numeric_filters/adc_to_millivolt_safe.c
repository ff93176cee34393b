/* safe: converted readings of a 12-bit converter are at most 3300 mV and keep their order */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 100000
#endif
#define FULL_SCALE 4095u
#define VREF_MV 3300u

extern unsigned short __VERIFIER_nondet_ushort(void);

static uint16_t convert(uint16_t raw)
{
    return (uint16_t)((uint32_t)raw * VREF_MV / FULL_SCALE);
}

int main(void)
{
    uint16_t *reading = malloc(SIZE * sizeof *reading);
    uint16_t *mv = malloc(SIZE * sizeof *mv);
    if (reading == NULL || mv == NULL) {
        free(reading);
        free(mv);
        return 1;
    }

    for (int i = 0; i < SIZE; i++)
        reading[i] = __VERIFIER_nondet_ushort() & FULL_SCALE;

    for (int i = 0; i < SIZE; i++)
        mv[i] = convert(reading[i]);

    for (int i = 0; i < SIZE; i++)
        assert(mv[i] <= VREF_MV);
    for (int i = 1; i < SIZE; i++) {
        if (reading[i - 1] <= reading[i])
            assert(mv[i - 1] <= mv[i]);
    }
    free(reading);
    free(mv);
    return 0;
}
