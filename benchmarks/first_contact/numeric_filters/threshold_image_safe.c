/* safe: The binary image is 255 exactly at the pixels that reach the threshold. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define ROWS 120
#define COLUMNS 160

static unsigned char image[ROWS][COLUMNS];
static unsigned char binary[ROWS][COLUMNS];

int main(void)
{
    const unsigned char level = __VERIFIER_nondet_uchar();

    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++)
            image[y][x] = __VERIFIER_nondet_uchar();

    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++)
            binary[y][x] = image[y][x] >= level ? 255 : 0;

    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++)
            assert((binary[y][x] == 255) == (image[y][x] >= level));
    return 0;
}
