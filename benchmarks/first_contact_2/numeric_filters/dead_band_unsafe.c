/* unsafe: the dead band has no lower half */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern short __VERIFIER_nondet_short(void);

static int stick[SIZE];
static int out[SIZE];

int main(void)
{
    int width = __VERIFIER_nondet_short();
    if (width < 0)
        return 0;

    for (int i = 0; i < SIZE; i++)
        stick[i] = __VERIFIER_nondet_short();

    for (int i = 0; i < SIZE; i++) {
        int v = stick[i];
        if (v >= 0 && v < width)
            v = 0;
        out[i] = v;
    }

    for (int i = 0; i < SIZE; i++) {
        assert(out[i] == 0 || out[i] == stick[i]);
        assert(out[i] == 0 || out[i] >= width || out[i] <= -width);
    }
    return 0;
}
