/* safe: the mixed brightness is not below either source */
#include <assert.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    static uint8_t left[SIZE], right[SIZE], mix[SIZE];

    for (int i = 0; i < SIZE; i++) {
        left[i] = __VERIFIER_nondet_uchar();
        right[i] = __VERIFIER_nondet_uchar();
    }

    for (int i = 0; i < SIZE; i++) {
        unsigned sum = (unsigned)left[i] + right[i];
        if (sum > 255)
            sum = 255;
        mix[i] = (uint8_t)sum;
    }

    for (int i = 0; i < SIZE; i++) {
        assert(mix[i] >= left[i]);
        assert(mix[i] >= right[i]);
    }
    return 0;
}
