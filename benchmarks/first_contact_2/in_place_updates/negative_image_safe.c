/* safe: each pixel and its old value add up to full brightness */
#include <assert.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);

typedef uint8_t pixel;

static pixel frame[SIZE], original[SIZE];

static void negate(pixel *px, unsigned count)
{
    while (count-- > 0) {
        *px = 255 - *px;
        px++;
    }
}

int main(void)
{
    for (unsigned i = 0; i < SIZE; i++) {
        frame[i] = __VERIFIER_nondet_uchar();
        original[i] = frame[i];
    }

    negate(frame, SIZE);

    for (unsigned i = 0; i < SIZE; i++)
        assert(frame[i] + original[i] == 255);
    return 0;
}
