/* unsafe: the balance is never negative and equals the deposits minus the withdrawals */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

static int transaction[SIZE];

struct account {
    long long balance;
    long long paid_in;
    long long paid_out;
};

int main(void)
{
    struct account acc = {0, 0, 0};
    int refused = 0;

    for (int i = 0; i < SIZE; i++)
        transaction[i] = __VERIFIER_nondet_int();

    for (int i = 0; i < SIZE; i++) {
        long long amount = transaction[i];
        if (amount >= 0) {
            acc.paid_in += amount;
            acc.balance += amount;
        } else if (acc.balance >= 0) {
            acc.paid_out -= amount;
            acc.balance += amount;
        } else {
            refused++;
        }
        assert(acc.balance >= 0);
    }

    assert(acc.balance == acc.paid_in - acc.paid_out);
    assert(refused <= SIZE);
    return 0;
}
