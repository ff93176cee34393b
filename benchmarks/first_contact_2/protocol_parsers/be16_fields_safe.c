/* safe: each decoded field written again in network order gives the received bytes */
#include <assert.h>
#include <stdint.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);

static uint8_t wire[2 * SIZE];
static uint16_t field[SIZE];

static uint16_t load_be16(const uint8_t *p)
{
    return (uint16_t)((p[0] << 8) | p[1]);
}

int main(void)
{
    for (size_t i = 0; i < 2 * SIZE; i++)
        wire[i] = __VERIFIER_nondet_uchar();

    const uint8_t *p = wire;
    for (size_t i = 0; i < SIZE; i++, p += 2)
        field[i] = load_be16(p);

    for (size_t i = 0; i < SIZE; i++) {
        assert(field[i] / 256 == wire[2 * i]);
        assert(field[i] % 256 == wire[2 * i + 1]);
    }
    return 0;
}
