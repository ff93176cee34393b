/* safe: after the exchange of zeros and ones from both ends the array is sorted */
#include <assert.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern _Bool __VERIFIER_nondet_bool(void);

static uint8_t color[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        color[i] = __VERIFIER_nondet_bool() ? 1 : 0;

    int lo = 0;
    int hi = SIZE - 1;
    while (lo < hi) {
        if (color[lo] == 0) {
            lo++;
        } else if (color[hi] == 1) {
            hi--;
        } else {
            color[lo++] = 0;
            color[hi--] = 1;
        }
    }

    for (int i = 0; i + 1 < SIZE; i++)
        assert(color[i] <= color[i + 1]);
    return 0;
}
