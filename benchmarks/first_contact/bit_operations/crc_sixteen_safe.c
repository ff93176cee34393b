/* safe: The check value of a message stays within 16 bits and only depends on the bytes. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef SIZE
#define SIZE 1500
#endif

static unsigned step(unsigned crc, unsigned char byte)
{
    crc ^= (unsigned)byte << 8;
    for (int k = 0; k < 8; k++) {
        if (crc & 0x8000u)
            crc = (crc << 1) ^ 0x1021u;
        else
            crc <<= 1;
        crc &= 0xFFFFu;
    }
    return crc;
}

int main(void)
{
    unsigned char sent[SIZE], received[SIZE];
    unsigned a = 0xFFFFu, b = 0xFFFFu;
    int i;

    for (i = 0; i < SIZE; i++)
        sent[i] = __VERIFIER_nondet_uchar();
    for (i = 0; i < SIZE; i++)
        received[i] = sent[i];

    for (i = 0; i < SIZE; i++)
        a = step(a, sent[i]);
    for (i = 0; i < SIZE; i++)
        b = step(b, received[i]);

    assert(a <= 0xFFFFu);
    assert(a == b);
    return 0;
}
