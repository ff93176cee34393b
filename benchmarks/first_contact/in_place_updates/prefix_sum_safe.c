/* safe: running sums of small non-negative numbers are sorted and bounded by the index */
#include <assert.h>

#ifndef SIZE
#define SIZE 10000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    static unsigned sum[SIZE];
    unsigned i = 0;

    while (i < SIZE) {
        sum[i] = __VERIFIER_nondet_uchar();
        i++;
    }

    i = 1;
    while (i < SIZE) {
        sum[i] = sum[i] + sum[i - 1];
        i++;
    }

    for (i = 0; i < SIZE; i++)
        assert(sum[i] <= 255 * (i + 1));
    for (i = 1; i < SIZE; i++)
        assert(sum[i] >= sum[i - 1]);
    return 0;
}
