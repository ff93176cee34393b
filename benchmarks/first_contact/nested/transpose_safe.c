/* safe: the transposed matrix has the rows of the matrix as columns */
#include <assert.h>
#include <stddef.h>

#ifndef ROWS
#define ROWS 120
#endif
#ifndef COLS
#define COLS 80
#endif

extern int __VERIFIER_nondet_int(void);

static void transpose(int from[ROWS][COLS], int to[COLS][ROWS])
{
    for (size_t r = 0; r < ROWS; ++r)
        for (size_t c = 0; c < COLS; ++c)
            to[c][r] = from[r][c];
}

int main(void)
{
    static int a[ROWS][COLS];
    static int t[COLS][ROWS];

    for (size_t r = 0; r < ROWS; ++r)
        for (size_t c = 0; c < COLS; ++c)
            a[r][c] = __VERIFIER_nondet_int();

    transpose(a, t);

    for (size_t c = 0; c < COLS; ++c)
        for (size_t r = 0; r < ROWS; ++r)
            assert(t[c][r] == a[r][c]);
    return 0;
}
