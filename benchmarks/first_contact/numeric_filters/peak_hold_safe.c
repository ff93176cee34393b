/* safe: The held peak never falls and is at least as high as each sample so far. */
#include <assert.h>

extern long __VERIFIER_nondet_long(void);

#ifndef LEN
#define LEN 8000
#endif

long input[LEN], peak[LEN];

static void hold(const long *src, long *dst, int n)
{
    dst[0] = src[0];
    for (int i = 1; i < n; i++)
        dst[i] = src[i] > dst[i - 1] ? src[i] : dst[i - 1];
}

int main(void)
{
    for (int i = 0; i < LEN; i++)
        input[i] = __VERIFIER_nondet_long();

    hold(input, peak, LEN);

    for (int i = 0; i < LEN; i++) {
        assert(peak[i] >= input[i]);
        if (i > 0)
            assert(peak[i] >= peak[i - 1]);
        assert(input[i] <= peak[LEN - 1]);
    }
    return 0;
}
