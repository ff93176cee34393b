/* safe: each character with its parity bit has an even number of ones, and its 7 data bits are kept */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char code[SIZE];
static unsigned char data[SIZE];

static unsigned parity(unsigned v)
{
    v ^= v >> 4;
    v ^= v >> 2;
    v ^= v >> 1;
    return v & 1u;
}

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        data[i] = __VERIFIER_nondet_uchar() & 0x7F;

    for (int i = 0; i < SIZE; i++) {
        code[i] = data[i];
        if (parity(data[i]))
            code[i] |= 0x80;
    }

    for (int i = 0; i < SIZE; i++) {
        assert(parity(code[i]) == 0);
        assert((code[i] & 0x7F) == data[i]);
    }
    return 0;
}
