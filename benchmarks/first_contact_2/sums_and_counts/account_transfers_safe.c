/* safe: transfers between accounts keep the total amount */
#include <assert.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);

static uint64_t account[SIZE];

static uint64_t total(void)
{
    uint64_t t = 0;
    for (unsigned i = 0; i < SIZE; i++)
        t += account[i];
    return t;
}

int main(void)
{
    for (unsigned i = 0; i < SIZE; i++)
        account[i] = __VERIFIER_nondet_uint();

    uint64_t before = total();
    unsigned rounds = __VERIFIER_nondet_uint();
    if (rounds > SIZE)
        return 0;

    for (unsigned r = 0; r < rounds; r++) {
        unsigned from = __VERIFIER_nondet_uint();
        unsigned to = __VERIFIER_nondet_uint();
        uint64_t amount = __VERIFIER_nondet_uint();
        if (from >= SIZE || to >= SIZE || account[from] < amount)
            continue;
        account[from] -= amount;
        account[to] += amount;
    }

    assert(total() == before);
    return 0;
}
