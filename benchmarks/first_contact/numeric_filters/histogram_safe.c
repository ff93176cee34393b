/* safe: The bins of the histogram add up to the number of samples. */
#include <assert.h>
#include <stddef.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define BINS 16
#ifndef SIZE
#define SIZE 64000
#endif

int main(void)
{
    static unsigned char sample[SIZE];
    unsigned bin[BINS];
    size_t i;

    for (i = 0; i < SIZE; i++)
        sample[i] = __VERIFIER_nondet_uchar();

    for (i = 0; i < BINS; i++)
        bin[i] = 0;
    for (i = 0; i < SIZE; i++)
        bin[sample[i] / (256 / BINS)]++;

    unsigned total = 0;
    for (i = 0; i < BINS; i++) {
        assert(bin[i] <= SIZE);
        total += bin[i];
    }
    assert(total == SIZE);
    return 0;
}
