/* safe: the sum of a sliding window of four cells equals the sum that is computed directly */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

#define WIDTH 4

extern short __VERIFIER_nondet_short(void);

static short sample[SIZE];

int main(void)
{
    int window = 0;
    int i;

    for (i = 0; i < SIZE; i++)
        sample[i] = __VERIFIER_nondet_short();

    for (i = 0; i < WIDTH; i++)
        window += sample[i];

    for (i = WIDTH; i < SIZE; i++) {
        assert(window == sample[i - 1] + sample[i - 2] + sample[i - 3] + sample[i - 4]);
        window += sample[i];
        window -= sample[i - WIDTH];
    }
    return 0;
}
