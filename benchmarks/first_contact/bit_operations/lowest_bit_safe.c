/* safe: The index of the lowest set bit is right for each word, with 32 for zero. */
#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

#ifndef COUNT
#define COUNT 600
#endif

static int lowest(uint32_t x)
{
    int k = 0;
    while (k < 32 && !(x & (UINT32_C(1) << k)))
        k++;
    return k;
}

int main(void)
{
    uint32_t word[COUNT];
    int index[COUNT];

    for (int i = 0; i < COUNT; i++) {
        word[i] = __VERIFIER_nondet_uint();
        index[i] = lowest(word[i]);
    }

    for (int i = 0; i < COUNT; i++) {
        if (word[i] == 0) {
            assert(index[i] == 32);
        } else {
            assert(index[i] >= 0 && index[i] < 32);
            assert((word[i] & -word[i]) == UINT32_C(1) << index[i]);
        }
    }
    return 0;
}
