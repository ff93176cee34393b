/* safe: the reader of variable-length numbers stays in the stream and decodes at most one number per byte */
#include <assert.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static uint8_t stream[SIZE];
static uint32_t number[SIZE];

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned pos = 0;
    unsigned decoded = 0;

    if (n > SIZE)
        return 0;
    for (unsigned i = 0; i < n; i++)
        stream[i] = __VERIFIER_nondet_uchar();

    while (pos < n) {
        uint32_t value = 0;
        unsigned shift = 0;
        uint8_t b;
        do {
            assert(pos < SIZE);
            b = stream[pos++];
            if (shift < 32)
                value |= (uint32_t)(b & 0x7F) << shift;
            shift += 7;
        } while ((b & 0x80) && pos < n);

        if (b & 0x80)
            break;
        assert(decoded < SIZE);
        number[decoded++] = value;
    }

    assert(pos == n);
    assert(decoded <= n);
    return 0;
}
