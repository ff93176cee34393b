/* unsafe: No balance becomes negative, because transfers above the balance are refused. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

#ifndef ACCOUNTS
#define ACCOUNTS 500
#endif
#define LIMIT 1000000

struct account {
    int balance;
    int refused;
};

static int transfer(struct account *from, struct account *to, int amount)
{
    if (amount <= 0 || amount > from->balance + 1 || to->balance > LIMIT - amount) {
        from->refused = 1;
        return 0;
    }
    from->balance -= amount;
    to->balance += amount;
    return 1;
}

int main(void)
{
    struct account bank[ACCOUNTS];

    for (int i = 0; i < ACCOUNTS; i++) {
        bank[i].balance = __VERIFIER_nondet_uchar();
        bank[i].refused = 0;
    }

    while (__VERIFIER_nondet_bool()) {
        int a = __VERIFIER_nondet_int();
        int b = __VERIFIER_nondet_int();
        if (a < 0 || a >= ACCOUNTS || b < 0 || b >= ACCOUNTS || a == b)
            continue;
        transfer(&bank[a], &bank[b], __VERIFIER_nondet_int());
    }

    for (int i = 0; i < ACCOUNTS; i++)
        assert(bank[i].balance >= 0 && bank[i].balance <= LIMIT);
    return 0;
}
