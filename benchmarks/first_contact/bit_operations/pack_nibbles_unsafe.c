/* unsafe: Unpacking restores the values that were packed into nibbles. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef SIZE
#define SIZE 50000
#endif

unsigned char digit[2 * SIZE];
unsigned char packed[SIZE];
unsigned char again[2 * SIZE];

int main(void)
{
    int i;

    for (i = 0; i < 2 * SIZE; i++)
        digit[i] = __VERIFIER_nondet_uchar() & 0x0F;

    for (i = 0; i < SIZE; i++)
        packed[i] = (unsigned char)(digit[2 * i] << 4 | digit[2 * i + 1]);

    for (i = 0; i < SIZE; i++) {
        again[2 * i] = packed[i] >> 4;
        again[2 * i + 1] = packed[i] & 0x07;
    }

    for (i = 0; i < 2 * SIZE; i++)
        assert(again[i] == digit[i]);
    return 0;
}
