/* safe: the flat array has the cells of the board row by row */
#include <assert.h>

#ifndef SIZE
#define SIZE 64
#endif

extern short __VERIFIER_nondet_short(void);

static short board[SIZE][SIZE];
static short flat[SIZE * SIZE];

int main(void)
{
    int r, c, k = 0;

    for (r = 0; r < SIZE; r++)
        for (c = 0; c < SIZE; c++)
            board[r][c] = __VERIFIER_nondet_short();

    for (r = 0; r < SIZE; r++) {
        for (c = 0; c < SIZE; c++) {
            flat[k] = board[r][c];
            k++;
        }
    }

    assert(k == SIZE * SIZE);
    for (k = 0; k < SIZE * SIZE; k++)
        assert(flat[k] == board[k / SIZE][k % SIZE]);
    return 0;
}
