/* safe: Each request is rounded up to a power of two that is less than twice as large. */
#include <assert.h>
#include <stdint.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

#ifndef SIZE
#define SIZE 2048
#endif

static uint32_t round_up(uint32_t x)
{
    x--;
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
    x |= x >> 16;
    return x + 1;
}

int main(void)
{
    uint32_t request[SIZE], granted[SIZE];

    for (int i = 0; i < SIZE; i++)
        request[i] = 1u + __VERIFIER_nondet_ushort();

    for (int i = 0; i < SIZE; i++)
        granted[i] = round_up(request[i]);

    for (int i = 0; i < SIZE; i++) {
        assert(granted[i] >= request[i]);
        assert(granted[i] < 2 * request[i]);
        assert((granted[i] & (granted[i] - 1)) == 0);
    }
    return 0;
}
