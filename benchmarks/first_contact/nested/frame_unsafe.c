/* unsafe: cells at the border of the picture are set, cells inside are not */
#include <assert.h>
#include <stdbool.h>

#ifndef ROWS
#define ROWS 480
#endif
#ifndef COLS
#define COLS 640
#endif

static bool pixel[ROWS][COLS];

int main(void)
{
    for (int y = 0; y < ROWS; y++) {
        pixel[y][0] = true;
        pixel[y][COLS - 1] = true;
    }
    for (int x = 0; x < COLS; x++) {
        pixel[1][x] = true;
        pixel[ROWS - 1][x] = true;
    }

    for (int y = 0; y < ROWS; y++) {
        for (int x = 0; x < COLS; x++) {
            bool border = y == 0 || y == ROWS - 1 || x == 0 || x == COLS - 1;
            assert(pixel[y][x] == border);
        }
    }
    return 0;
}
