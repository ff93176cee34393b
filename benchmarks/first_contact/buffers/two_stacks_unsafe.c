/* unsafe: Two stacks that share one array never overwrite each other. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef SIZE
#define SIZE 1024
#endif

int cell[SIZE];

int main(void)
{
    int low = 0;        /* first free cell on the left */
    int high = SIZE - 1; /* first used cell on the right */

    for (int turn = 0; turn < 3 * SIZE; turn++) {
        int x = __VERIFIER_nondet_int();
        if (low == high) {
            if (x > 0 && low > 0)
                low--;
            else if (high < SIZE)
                high++;
            continue;
        }
        if (x >= 0)
            cell[low++] = 1;
        else
            cell[--high] = -1;
    }

    assert(low <= high);
    for (int i = 0; i < low; i++)
        assert(cell[i] == 1);
    for (int i = high; i < SIZE; i++)
        assert(cell[i] == -1);
    return 0;
}
