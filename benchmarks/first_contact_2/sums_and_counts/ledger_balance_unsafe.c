/* unsafe: a withdrawal may overdraw the account */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

static int booking[SIZE];

int main(void)
{
    long long balance = 0, in = 0, out = 0;

    for (int i = 0; i < SIZE; i++)
        booking[i] = __VERIFIER_nondet_int();

    for (int i = 0; i < SIZE; i++) {
        long long amount = booking[i];
        if (amount >= 0) {
            balance += amount;
            in += amount;
        } else if (balance > 0) {
            balance += amount;
            out -= amount;
        }
        assert(balance >= 0);
    }

    assert(balance == in - out);
    assert(out <= in);
    return 0;
}
