/* safe: padding keeps the message, fills the rest with zeros and gives a multiple of 8 */
#include <assert.h>
#include <stdint.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 100000
#endif
#define BLOCK 8

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static uint8_t message[SIZE];
static uint8_t padded[SIZE + BLOCK];

int main(void)
{
    size_t n = __VERIFIER_nondet_ulong();
    size_t w;

    if (n > SIZE)
        return 0;
    for (size_t i = 0; i < n; i++) {
        message[i] = __VERIFIER_nondet_uchar();
    }

    for (w = 0; w < n; w++)
        padded[w] = message[w];
    while (w % BLOCK != 0)
        padded[w++] = 0;

    assert(w % BLOCK == 0);
    assert(w >= n && w < n + BLOCK);
    for (size_t i = 0; i < w; i++) {
        if (i < n)
            assert(padded[i] == message[i]);
        else
            assert(padded[i] == 0);
    }
    return 0;
}
