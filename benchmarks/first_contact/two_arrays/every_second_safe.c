/* safe: downsampling takes every second sample */
#include <assert.h>

#ifndef SIZE
#define SIZE 40000
#endif

extern short __VERIFIER_nondet_short(void);

static short fine[2 * SIZE];
static short coarse[SIZE];

int main(void)
{
    unsigned i, j;

    for (i = 0; i < 2 * SIZE; i++)
        fine[i] = __VERIFIER_nondet_short();

    for (i = 0, j = 0; j < SIZE; i += 2, j++)
        coarse[j] = fine[i];

    assert(i == 2 * SIZE);
    for (j = 0; j < SIZE; j++)
        assert(coarse[j] == fine[2 * j]);
    return 0;
}
