/* safe: neighbours in the running totals differ by the payment, so the last total is the sum */
#include <assert.h>

#ifndef SIZE
#define SIZE 50000
#endif

extern int __VERIFIER_nondet_int(void);

static int payment[SIZE];
static long long total[SIZE + 1];

int main(void)
{
    long long sum = 0;

    for (int i = 0; i < SIZE; i++)
        payment[i] = __VERIFIER_nondet_int();

    total[0] = 0;
    for (int i = 0; i < SIZE; i++)
        total[i + 1] = total[i] + payment[i];

    for (int i = 0; i < SIZE; i++) {
        sum += payment[i];
        assert(total[i + 1] - total[i] == payment[i]);
    }
    assert(total[SIZE] == sum);
    return 0;
}
