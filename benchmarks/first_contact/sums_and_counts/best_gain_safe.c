/* safe: the best sum of neighbouring cells is at least as large as every cell and as zero */
#include <assert.h>
#include <limits.h>

#ifndef SIZE
#define SIZE 10000
#endif

extern char __VERIFIER_nondet_char(void);

static int gain[SIZE];

int main(void)
{
    int best = 0, current = 0;

    for (int i = 0; i < SIZE; i++)
        gain[i] = __VERIFIER_nondet_char();

    for (int i = 0; i < SIZE; i++) {
        current += gain[i];
        if (current < 0)
            current = 0;
        if (current > best)
            best = current;
    }

    assert(best >= 0);
    assert(best <= CHAR_MAX * SIZE);
    for (int i = 0; i < SIZE; i++)
        assert(gain[i] <= best);
    return 0;
}
