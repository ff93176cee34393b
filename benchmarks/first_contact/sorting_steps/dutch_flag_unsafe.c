/* unsafe: The three-way partition groups the colours red, white and blue. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum colour { RED, WHITE, BLUE };

#ifndef SIZE
#define SIZE 5000
#endif

int main(void)
{
    enum colour flag[SIZE];
    for (int i = 0; i < SIZE; i++) {
        int c = __VERIFIER_nondet_int();
        if (c < 0)
            flag[i] = RED;
        else if (c == 0)
            flag[i] = WHITE;
        else
            flag[i] = BLUE;
    }

    int low = 0, mid = 0, high = SIZE - 1;
    while (mid < high) {
        enum colour c = flag[mid];
        switch (c) {
        case RED:
            flag[mid] = flag[low];
            flag[low] = RED;
            low++;
            mid++;
            break;
        case WHITE:
            mid++;
            break;
        case BLUE:
            high--;
            flag[mid] = flag[high];
            flag[high] = BLUE;
            break;
        default:
            abort();
        }
    }

    for (int i = 0; i < SIZE; i++) {
        if (i < low)
            assert(flag[i] == RED);
        else if (i < high)
            assert(flag[i] == WHITE);
        else
            assert(flag[i] == BLUE);
    }
    return 0;
}
