/* safe: a byte has at most 8 ones, and none exactly when it is zero */
#include <assert.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);

static uint8_t byte[SIZE];
static uint8_t ones[SIZE];

static uint8_t count_ones(uint8_t v)
{
    uint8_t n = 0;
    for (int b = 0; b < 8; b++)
        n += (v >> b) & 1;
    return n;
}

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        byte[i] = __VERIFIER_nondet_uchar();

    for (int i = 0; i < SIZE; i++)
        ones[i] = count_ones(byte[i]);

    for (int i = 0; i < SIZE; i++) {
        assert(ones[i] <= 8);
        assert((ones[i] == 0) == (byte[i] == 0));
    }
    return 0;
}
