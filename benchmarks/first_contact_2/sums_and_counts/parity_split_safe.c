/* safe: the odd and the even readings together are all readings */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void)
{
    unsigned short reading[SIZE];
    int odd = 0;
    int even = 0;

    for (int i = 0; i < SIZE; i++)
        reading[i] = __VERIFIER_nondet_ushort();

    for (int i = 0; i < SIZE; i++) {
        if (reading[i] & 1)
            ++odd;
        else
            ++even;
    }

    assert(odd >= 0 && even >= 0);
    assert(odd + even == SIZE);
    return 0;
}
