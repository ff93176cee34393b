/* unsafe: The running sum of the differences restores the signal. */
#include <assert.h>

extern short __VERIFIER_nondet_short(void);

#ifndef SAMPLES
#define SAMPLES 44100
#endif

int signal[SAMPLES], delta[SAMPLES], restored[SAMPLES];

int main(void)
{
    int i;

    for (i = 0; i < SAMPLES; i++)
        signal[i] = __VERIFIER_nondet_short();

    int previous = signal[0];
    for (i = 0; i < SAMPLES; i++) {
        delta[i] = signal[i] - previous;
        previous = signal[i];
    }

    int sum = 0;
    for (i = 0; i < SAMPLES; i++) {
        sum += delta[i];
        restored[i] = sum;
    }

    for (i = 0; i < SAMPLES; i++)
        assert(restored[i] == signal[i]);
    return 0;
}
