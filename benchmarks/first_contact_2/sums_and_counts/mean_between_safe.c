/* safe: the integer mean of the samples is between the least and the greatest sample */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);

static int sample[SIZE];

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || n > SIZE)
        return 0;

    for (int i = 0; i < n; i++)
        sample[i] = __VERIFIER_nondet_ushort() % 1000;

    int least = sample[0];
    int greatest = sample[0];
    long sum = sample[0];
    for (int i = 1; i < n; i++) {
        if (sample[i] < least)
            least = sample[i];
        if (sample[i] > greatest)
            greatest = sample[i];
        sum += sample[i];
    }

    long mean = sum / n;
    assert(least <= mean);
    assert(mean <= greatest);
    return 0;
}
