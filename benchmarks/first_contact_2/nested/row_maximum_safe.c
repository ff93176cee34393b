/* safe: no cell of a row is above the maximum of the row */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif
#define COLS 5

extern int __VERIFIER_nondet_int(void);

static int table[SIZE][COLS];
static int row_max[SIZE];

int main(void)
{
    for (int r = 0; r < SIZE; r++)
        for (int c = 0; c < COLS; c++)
            table[r][c] = __VERIFIER_nondet_int();

    for (int r = 0; r < SIZE; r++) {
        int best = table[r][0];
        for (int c = 1; c < COLS; c++) {
            if (table[r][c] > best)
                best = table[r][c];
        }
        row_max[r] = best;
    }

    for (int r = 0; r < SIZE; r++)
        for (int c = 0; c < COLS; c++)
            assert(table[r][c] <= row_max[r]);
    return 0;
}
