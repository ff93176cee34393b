/* safe: the search in the matrix stops at a cell with the key, the rows before do not have it */
#include <assert.h>

#ifndef ROWS
#define ROWS 100
#endif
#ifndef COLS
#define COLS 100
#endif

extern int __VERIFIER_nondet_int(void);

static int cell[ROWS][COLS];

int main(void)
{
    int key = __VERIFIER_nondet_int();
    int r, c;

    for (r = 0; r < ROWS; r++)
        for (c = 0; c < COLS; c++)
            cell[r][c] = __VERIFIER_nondet_int();

    for (r = 0; r < ROWS; r++)
        for (c = 0; c < COLS; c++)
            if (cell[r][c] == key)
                goto found;

    for (r = 0; r < ROWS; r++)
        for (c = 0; c < COLS; c++)
            assert(cell[r][c] != key);
    return 0;

found:
    assert(cell[r][c] == key);
    for (int i = 0; i < r; i++)
        for (int j = 0; j < COLS; j++)
            assert(cell[i][j] != key);
    for (int j = 0; j < c; j++)
        assert(cell[r][j] != key);
    return 0;
}
