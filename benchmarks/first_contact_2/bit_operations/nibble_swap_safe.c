/* safe: the halves of each byte have changed places */
#include <assert.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);

static uint8_t bcd[SIZE];
static uint8_t before[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        before[i] = bcd[i] = __VERIFIER_nondet_uchar();

    for (uint8_t *p = bcd; p != bcd + SIZE; p++)
        *p = (uint8_t)((*p << 4) | (*p >> 4));

    for (int i = 0; i < SIZE; i++) {
        assert((bcd[i] & 0x0F) == (before[i] >> 4));
        assert((bcd[i] >> 4) == (before[i] & 0x0F));
    }
    return 0;
}
