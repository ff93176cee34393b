/* safe: Two ways to count the bits of each word give the same result. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef SIZE
#define SIZE 10000
#endif

static int count_by_shift(unsigned x)
{
    int n = 0;
    for (int k = 0; k < 8; k++) {
        n += x & 1u;
        x >>= 1;
    }
    return n;
}

static int count_by_fold(unsigned x)
{
    x = (x & 0x55u) + ((x >> 1) & 0x55u);
    x = (x & 0x33u) + ((x >> 2) & 0x33u);
    x = (x & 0x0Fu) + ((x >> 4) & 0x0Fu);
    return (int)x;
}

int main(void)
{
    static unsigned char word[SIZE];
    long total = 0;

    for (int i = 0; i < SIZE; i++)
        word[i] = __VERIFIER_nondet_uchar();

    for (int i = 0; i < SIZE; i++) {
        int c = count_by_shift(word[i]);
        assert(c == count_by_fold(word[i]));
        total += c;
    }
    assert(0 <= total && total <= 8L * SIZE);
    return 0;
}
