/* safe: the bins of the histogram hold all measurements */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif
#define BINS 8

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned latency[SIZE];
static unsigned bin[BINS];

static unsigned bin_of(unsigned us)
{
    unsigned b = us / 100;
    return b < BINS ? b : BINS - 1;
}

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        latency[i] = __VERIFIER_nondet_uint();

    for (int i = 0; i < SIZE; i++) {
        unsigned b = bin_of(latency[i]);
        assert(b < BINS);
        bin[b]++;
    }

    unsigned all = 0;
    for (int b = 0; b < BINS; b++)
        all += bin[b];
    assert(all == SIZE);
    return 0;
}
