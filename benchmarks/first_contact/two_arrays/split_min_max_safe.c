/* safe: after the exchange the first array has the smaller and the second one the larger value */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

static int low[SIZE], high[SIZE], a[SIZE], b[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        low[i] = a[i] = __VERIFIER_nondet_int();
        high[i] = b[i] = __VERIFIER_nondet_int();
    }

    for (int i = 0; i < SIZE; i++) {
        if (low[i] > high[i]) {
            int t = low[i];
            low[i] = high[i];
            high[i] = t;
        }
    }

    for (int i = 0; i < SIZE; i++) {
        assert(low[i] <= high[i]);
        assert((low[i] == a[i] && high[i] == b[i]) || (low[i] == b[i] && high[i] == a[i]));
    }
    return 0;
}
