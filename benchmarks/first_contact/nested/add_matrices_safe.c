/* safe: the sum of two matrices, taken back by one of them, is the other one */
#include <assert.h>

#ifndef ROWS
#define ROWS 150
#endif
#ifndef COLS
#define COLS 150
#endif

extern unsigned int __VERIFIER_nondet_uint(void);

typedef unsigned matrix[ROWS][COLS];

static matrix a, b, sum;

static void randomize(matrix m)
{
    for (unsigned i = 0; i < ROWS; i++)
        for (unsigned j = 0; j < COLS; j++)
            m[i][j] = __VERIFIER_nondet_uint();
}

int main(void)
{
    randomize(a);
    randomize(b);

    for (unsigned i = 0; i < ROWS; i++)
        for (unsigned j = 0; j < COLS; j++)
            sum[i][j] = a[i][j] + b[i][j];

    for (unsigned i = 0; i < ROWS; i++)
        for (unsigned j = 0; j < COLS; j++) {
            sum[i][j] -= b[i][j];
            assert(sum[i][j] == a[i][j]);
        }
    return 0;
}
