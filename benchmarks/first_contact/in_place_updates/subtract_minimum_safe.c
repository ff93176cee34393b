/* safe: after the minimum is subtracted, all values are non-negative and one of them is zero */
#include <assert.h>

#ifndef SIZE
#define SIZE 2500
#endif

extern short __VERIFIER_nondet_short(void);

int main(void)
{
    int level[SIZE];
    int min, at = 0;

    for (int i = 0; i < SIZE; i++)
        level[i] = __VERIFIER_nondet_short();

    min = level[0];
    for (int i = 1; i < SIZE; i++) {
        if (level[i] < min) {
            min = level[i];
            at = i;
        }
    }

    for (int i = 0; i < SIZE; i++)
        level[i] -= min;

    assert(level[at] == 0);
    for (int i = 0; i < SIZE; i++)
        assert(level[i] >= 0 && level[i] <= 65535);
    return 0;
}
