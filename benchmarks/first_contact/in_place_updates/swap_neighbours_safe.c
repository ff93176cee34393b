/* safe: neighbours change places in pairs; a last cell without partner stays */
#include <assert.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 65536
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);

static uint8_t byte[SIZE], orig[SIZE];

int main(void)
{
    uint32_t i;

    for (i = 0; i < SIZE; i++) {
        byte[i] = __VERIFIER_nondet_uchar();
        orig[i] = byte[i];
    }

    for (i = 0; i + 1 < SIZE; i += 2) {
        uint8_t t = byte[i];
        byte[i] = byte[i + 1];
        byte[i + 1] = t;
    }

    for (i = 0; i < SIZE; i++) {
        if (i % 2 == 1)
            assert(byte[i] == orig[i - 1]);
        else if (i + 1 < SIZE)
            assert(byte[i] == orig[i + 1]);
        else
            assert(byte[i] == orig[i]);
    }
    return 0;
}
