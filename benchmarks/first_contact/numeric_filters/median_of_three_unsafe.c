/* unsafe: The filtered sample is one of the three inputs and has a neighbour on either side. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef SIZE
#define SIZE 20000
#endif

static int median(int a, int b, int c)
{
    if (a > b) {
        int t = a;
        a = b;
        b = t;
    }
    if (c <= a)
        return a;
    return c;
}

int in[SIZE + 2];
int out[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE + 2; i++)
        in[i] = __VERIFIER_nondet_int();

    for (int i = 0; i < SIZE; i++)
        out[i] = median(in[i], in[i + 1], in[i + 2]);

    for (int i = 0; i < SIZE; i++) {
        int below = 0, above = 0;
        for (int k = 0; k < 3; k++) {
            if (in[i + k] <= out[i])
                below++;
            if (in[i + k] >= out[i])
                above++;
        }
        assert(below >= 2 && above >= 2);
    }
    return 0;
}
