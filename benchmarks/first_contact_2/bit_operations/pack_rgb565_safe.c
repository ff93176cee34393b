/* safe: the packed color gives back the upper bits of each component */
#include <assert.h>
#include <stdint.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);

typedef uint16_t rgb565;

static uint8_t red[SIZE], green[SIZE], blue[SIZE];
static rgb565 packed[SIZE];

static rgb565 pack(uint8_t r, uint8_t g, uint8_t b)
{
    return (rgb565)(((r >> 3) << 11) | ((g >> 2) << 5) | (b >> 3));
}

int main(void)
{
    for (size_t i = 0; i < SIZE; i++) {
        red[i] = __VERIFIER_nondet_uchar();
        green[i] = __VERIFIER_nondet_uchar();
        blue[i] = __VERIFIER_nondet_uchar();
    }

    for (size_t i = 0; i < SIZE; i++)
        packed[i] = pack(red[i], green[i], blue[i]);

    for (size_t i = 0; i < SIZE; i++) {
        assert((packed[i] >> 11) == red[i] >> 3);
        assert(((packed[i] >> 5) & 0x3F) == green[i] >> 2);
        assert((packed[i] & 0x1F) == blue[i] >> 3);
    }
    return 0;
}
