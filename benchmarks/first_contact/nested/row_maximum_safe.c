/* safe: the maximum of a row is not smaller than any cell of the row */
#include <assert.h>

#ifndef ROWS
#define ROWS 200
#endif
#ifndef COLS
#define COLS 100
#endif

extern int __VERIFIER_nondet_int(void);

static int score[ROWS][COLS];
static int best[ROWS];

static int maximum(const int *row, int n)
{
    int max = row[0];

    for (int i = 1; i < n; i++) {
        if (row[i] > max)
            max = row[i];
    }
    return max;
}

int main(void)
{
    int r, c;

    for (r = 0; r < ROWS; r++)
        for (c = 0; c < COLS; c++)
            score[r][c] = __VERIFIER_nondet_int();

    for (r = 0; r < ROWS; r++)
        best[r] = maximum(score[r], COLS);

    for (r = 0; r < ROWS; r++)
        for (c = 0; c < COLS; c++)
            assert(score[r][c] <= best[r]);
    return 0;
}
