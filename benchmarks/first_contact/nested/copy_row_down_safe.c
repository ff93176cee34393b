/* safe: after the first row is copied down, each column has one value */
#include <assert.h>
#include <string.h>

#ifndef ROWS
#define ROWS 500
#endif
#ifndef COLS
#define COLS 32
#endif

extern char __VERIFIER_nondet_char(void);

struct page {
    char line[ROWS][COLS];
};

static struct page page;

int main(void)
{
    for (int c = 0; c < COLS; c++)
        page.line[0][c] = __VERIFIER_nondet_char();

    for (int r = 1; r < ROWS; r++)
        memcpy(page.line[r], page.line[r - 1], COLS);

    for (int c = 0; c < COLS; c++)
        for (int r = 0; r < ROWS; r++)
            assert(page.line[r][c] == page.line[0][c]);
    return 0;
}
