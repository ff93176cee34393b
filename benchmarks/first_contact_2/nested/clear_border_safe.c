/* safe: the border of the picture is black and its inner pixels are unchanged */
#include <assert.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100000
#endif
#define WIDTH 8

extern unsigned char __VERIFIER_nondet_uchar(void);

static uint8_t pic[SIZE][WIDTH];
static uint8_t src[SIZE][WIDTH];

static int on_border(int y, int x)
{
    return y == 0 || y == SIZE - 1 || x == 0 || x == WIDTH - 1;
}

int main(void)
{
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < WIDTH; x++) {
            src[y][x] = __VERIFIER_nondet_uchar();
            pic[y][x] = src[y][x];
        }
    }

    for (int x = 0; x < WIDTH; x++) {
        pic[0][x] = 0;
        pic[SIZE - 1][x] = 0;
    }
    for (int y = 0; y < SIZE; y++) {
        pic[y][0] = 0;
        pic[y][WIDTH - 1] = 0;
    }

    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < WIDTH; x++) {
            if (on_border(y, x))
                assert(pic[y][x] == 0);
            else
                assert(pic[y][x] == src[y][x]);
        }
    }
    return 0;
}
