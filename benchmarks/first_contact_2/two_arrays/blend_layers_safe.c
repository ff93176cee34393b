/* safe: each pixel of the result comes from the layer that its mask selects */
#include <assert.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

static void blend(int *out, const int *top, const int *bottom, const _Bool *mask, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = mask[i] ? top[i] : bottom[i];
}

int main(void)
{
    static _Bool mask[SIZE];
    static int top[SIZE], bottom[SIZE];
    int *out = calloc(SIZE, sizeof(int));

    if (out == NULL)
        return 1;
    for (int i = 0; i < SIZE; i++) {
        mask[i] = __VERIFIER_nondet_bool();
        top[i] = __VERIFIER_nondet_int();
        bottom[i] = __VERIFIER_nondet_int();
    }

    blend(out, top, bottom, mask, SIZE);

    for (int i = 0; i < SIZE; i++) {
        if (mask[i])
            assert(out[i] == top[i]);
        else
            assert(out[i] == bottom[i]);
    }
    free(out);
    return 0;
}
