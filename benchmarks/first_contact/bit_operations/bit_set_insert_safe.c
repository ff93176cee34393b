/* safe: All inserted members are in the bit set. */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define UNIVERSE 4096
#ifndef COUNT
#define COUNT 1000
#endif

static uint32_t set[UNIVERSE / 32];

static void insert(unsigned x)
{
    set[x / 32] |= UINT32_C(1) << (x % 32);
}

static bool contains(unsigned x)
{
    return (set[x >> 5] >> (x & 31)) & 1;
}

int main(void)
{
    unsigned member[COUNT];

    for (int i = 0; i < COUNT; i++) {
        unsigned x = __VERIFIER_nondet_uint() % UNIVERSE;
        member[i] = x;
        insert(x);
    }

    for (int i = 0; i < COUNT; i++)
        assert(contains(member[i]));
    return 0;
}
