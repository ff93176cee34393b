/* safe: the inverse table undoes the rotation of the channels */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned to_physical[SIZE];
static unsigned to_logical[SIZE];

int main(void)
{
    unsigned offset = __VERIFIER_nondet_uint();

    if (offset >= SIZE)
        return 0;

    for (unsigned ch = 0; ch < SIZE; ch++) {
        unsigned phys = ch + offset;
        if (phys >= SIZE)
            phys -= SIZE;
        to_physical[ch] = phys;
    }

    for (unsigned ch = 0; ch < SIZE; ch++) {
        assert(to_physical[ch] < SIZE);
        to_logical[to_physical[ch]] = ch;
    }

    for (unsigned ch = 0; ch < SIZE; ch++)
        assert(to_logical[to_physical[ch]] == ch);
    return 0;
}
