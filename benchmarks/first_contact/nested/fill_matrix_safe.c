/* safe: the two loops give every cell of the matrix its value */
#include <assert.h>

#ifndef ROWS
#define ROWS 300
#endif
#ifndef COLS
#define COLS 200
#endif

int m[ROWS][COLS];

int main(void)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            m[i][j] = i * COLS + j;

    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            assert(m[i][j] == i * COLS + j);
    return 0;
}
