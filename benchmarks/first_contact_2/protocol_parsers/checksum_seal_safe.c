/* safe: the bytes of a sealed message add up to zero modulo 256 */
#include <assert.h>
#include <stdint.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);

typedef unsigned char byte;

static byte message[SIZE + 1];

static byte sum_of(const byte *p, size_t n)
{
    byte s = 0;
    while (n--)
        s = (byte)(s + *p++);
    return s;
}

int main(void)
{
    for (size_t i = 0; i < SIZE; i++)
        message[i] = __VERIFIER_nondet_uchar();

    message[SIZE] = (byte)(0 - sum_of(message, SIZE));

    assert(sum_of(message, SIZE + 1) == 0);
    return 0;
}
