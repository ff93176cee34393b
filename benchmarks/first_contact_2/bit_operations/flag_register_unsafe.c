/* unsafe: the clear mask removes bits that must be set */
#include <assert.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);

static uint32_t registers[SIZE];

static void modify(uint32_t clear, uint32_t set)
{
    for (uint32_t i = 0; i < SIZE; i++) {
        uint32_t v = registers[i];
        v |= set;
        v &= ~clear;
        registers[i] = v;
    }
}

int main(void)
{
    uint32_t clear = __VERIFIER_nondet_uint();
    uint32_t set = __VERIFIER_nondet_uint();

    for (uint32_t i = 0; i < SIZE; i++)
        registers[i] = __VERIFIER_nondet_uint();

    modify(clear, set);

    for (uint32_t i = 0; i < SIZE; i++) {
        assert((registers[i] & set) == set);
        assert((registers[i] & clear & ~set) == 0);
    }
    return 0;
}
