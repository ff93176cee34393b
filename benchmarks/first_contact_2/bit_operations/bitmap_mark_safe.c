/* safe: marking sets the bit of the block and no other bit of the bitmap */
#include <assert.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);

static uint32_t bitmap[SIZE];
static uint32_t saved[SIZE];

static void mark(uint32_t block)
{
    bitmap[block >> 5] |= 1u << (block & 31);
}

static int is_marked(uint32_t block)
{
    return (bitmap[block / 32] >> (block % 32)) & 1;
}

int main(void)
{
    uint32_t block = __VERIFIER_nondet_uint();

    if (block / 32 >= SIZE)
        return 0;
    for (int i = 0; i < SIZE; i++)
        saved[i] = bitmap[i] = __VERIFIER_nondet_uint();

    mark(block);

    assert(is_marked(block));
    for (uint32_t i = 0; i < SIZE; i++) {
        if (i != block / 32)
            assert(bitmap[i] == saved[i]);
        else
            assert((bitmap[i] & ~(1u << (block % 32))) == (saved[i] & ~(1u << (block % 32))));
    }
    return 0;
}
