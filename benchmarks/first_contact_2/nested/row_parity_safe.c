/* safe: the exclusive or of a row with its parity byte is zero */
#include <assert.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100000
#endif
#define DATA 4

extern unsigned char __VERIFIER_nondet_uchar(void);

static uint8_t disk[SIZE][DATA + 1];

int main(void)
{
    for (int r = 0; r < SIZE; r++) {
        uint8_t parity = 0;
        for (int c = 0; c < DATA; c++) {
            disk[r][c] = __VERIFIER_nondet_uchar();
            parity ^= disk[r][c];
        }
        disk[r][DATA] = parity;
    }

    for (int r = 0; r < SIZE; r++) {
        uint8_t x = 0;
        for (int c = 0; c <= DATA; c++)
            x ^= disk[r][c];
        assert(x == 0);
    }
    return 0;
}
