/* safe: the sum of a column of bytes is at most 255 times the number of rows */
#include <assert.h>
#include <stdlib.h>

#ifndef COLS
#define COLS 16
#endif

extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned rows = __VERIFIER_nondet_uint();
    if (rows == 0 || rows > 10000)
        return 0;

    unsigned char (*pixel)[COLS] = malloc(rows * sizeof *pixel);
    unsigned sum[COLS] = {0};
    if (pixel == NULL)
        return 0;

    for (unsigned r = 0; r < rows; r++)
        for (unsigned c = 0; c < COLS; c++)
            pixel[r][c] = __VERIFIER_nondet_uchar();

    for (unsigned c = 0; c < COLS; c++)
        for (unsigned r = 0; r < rows; r++)
            sum[c] += pixel[r][c];

    for (unsigned c = 0; c < COLS; c++) {
        assert(sum[c] <= 255u * rows);
        assert(sum[c] >= pixel[rows - 1][c]);
    }
    free(pixel);
    return 0;
}
