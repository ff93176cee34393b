/* safe: A shift of a whole bitmap by one place carries the top bit of each byte to the next byte. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef LENGTH
#define LENGTH 800
#endif

static int bit(const unsigned char *map, int k)
{
    return map[k / 8] >> (k % 8) & 1;
}

int main(void)
{
    unsigned char before[LENGTH], after[LENGTH];
    unsigned carry = 0;

    for (int i = 0; i < LENGTH; i++)
        before[i] = __VERIFIER_nondet_uchar();

    for (int i = 0; i < LENGTH; i++) {
        unsigned wide = (unsigned)before[i] << 1 | carry;
        after[i] = wide & 0xFF;
        carry = wide >> 8;
    }

    assert(carry <= 1);
    assert(bit(after, 0) == 0);
    for (int k = 1; k < 8 * LENGTH; k++)
        assert(bit(after, k) == bit(before, k - 1));
    return 0;
}
