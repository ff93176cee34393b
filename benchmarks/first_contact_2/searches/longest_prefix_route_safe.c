/* safe: no route that matches the address is more specific than the chosen one */
#include <assert.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static uint32_t network[SIZE];
static uint8_t prefix_len[SIZE];

static uint32_t mask_of(uint8_t len)
{
    return len == 0 ? 0u : 0xFFFFFFFFu << (32 - len);
}

static int matches(int route, uint32_t addr)
{
    return ((addr ^ network[route]) & mask_of(prefix_len[route])) == 0;
}

int main(void)
{
    uint32_t addr = __VERIFIER_nondet_uint();
    int best = -1;

    for (int r = 0; r < SIZE; r++) {
        network[r] = __VERIFIER_nondet_uint();
        prefix_len[r] = __VERIFIER_nondet_uchar();
        if (prefix_len[r] > 32)
            prefix_len[r] = 32;
    }

    for (int r = 0; r < SIZE; r++) {
        if (!matches(r, addr))
            continue;
        if (best < 0 || prefix_len[r] > prefix_len[best])
            best = r;
    }

    for (int r = 0; r < SIZE; r++) {
        if (matches(r, addr)) {
            assert(best >= 0);
            assert(prefix_len[r] <= prefix_len[best]);
        }
    }
    return 0;
}
