/* safe: The union of two bit sets splits into the intersection and the symmetric difference. */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

#ifndef SIZE
#define SIZE 16384
#endif

typedef unsigned long word;

static word a[SIZE], b[SIZE], both[SIZE], either[SIZE], one[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_ulong();
        b[i] = __VERIFIER_nondet_ulong();
    }

    for (int i = 0; i < SIZE; i++) {
        both[i] = a[i] & b[i];
        either[i] = a[i] | b[i];
        one[i] = a[i] ^ b[i];
    }

    for (int i = 0; i < SIZE; i++) {
        assert((either[i] & a[i]) == a[i]);
        assert((both[i] & one[i]) == 0);
        assert((both[i] | one[i]) == either[i]);
    }
    return 0;
}
