/* safe: the count of positive cells of a row is at most the length of the row */
#include <assert.h>

#ifndef ROWS
#define ROWS 1000
#endif
#ifndef COLS
#define COLS 50
#endif

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count[ROWS];

    for (int r = 0; r < ROWS; r++) {
        count[r] = 0;
        for (int c = 0; c < COLS; c++) {
            int sample = __VERIFIER_nondet_int();
            if (sample > 0)
                count[r]++;
        }
    }

    for (int r = 0; r < ROWS; r++)
        assert(0 <= count[r] && count[r] <= COLS);
    return 0;
}
