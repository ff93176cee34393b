/* safe: Consecutive outputs of the limiter differ by at most the allowed slew rate. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define RATE 25
#ifndef SIZE
#define SIZE 12000
#endif

int target[SIZE];
int output[SIZE];

int main(void)
{
    int now = 0;

    for (int i = 0; i < SIZE; i++) {
        int t = __VERIFIER_nondet_int();
        if (t < -10000)
            t = -10000;
        if (t > 10000)
            t = 10000;
        target[i] = t;
    }

    for (int i = 0; i < SIZE; i++) {
        int error = target[i] - now;
        if (error > RATE)
            error = RATE;
        else if (error < -RATE)
            error = -RATE;
        now += error;
        output[i] = now;
    }

    assert(output[0] >= -RATE && output[0] <= RATE);
    for (int i = 1; i < SIZE; i++) {
        int d = output[i] - output[i - 1];
        assert(d >= -RATE && d <= RATE);
        assert(output[i] >= -10000 && output[i] <= 10000);
    }
    return 0;
}
