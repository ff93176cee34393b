/* safe: A byte whose bits are reversed two times is unchanged. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef LEN
#define LEN 3000
#endif

static unsigned char reverse(unsigned char b)
{
    unsigned char r = 0;
    for (int k = 0; k < 8; k++) {
        r = (unsigned char)(r << 1);
        if (b & 1)
            r |= 1;
        b >>= 1;
    }
    return r;
}

int main(void)
{
    unsigned char original[LEN], work[LEN];

    for (int i = 0; i < LEN; i++)
        original[i] = work[i] = __VERIFIER_nondet_uchar();

    for (int i = 0; i < LEN; i++)
        work[i] = reverse(work[i]);
    for (int i = 0; i < LEN; i++)
        work[i] = reverse(work[i]);

    for (int i = 0; i < LEN; i++)
        assert(work[i] == original[i]);
    return 0;
}
