/* safe: the scan with a sentinel stops inside of the array, at the first place of the key */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern long __VERIFIER_nondet_long(void);

static long keys[SIZE + 1];

int main(void)
{
    long wanted = __VERIFIER_nondet_long();
    long *p;

    for (p = keys; p != keys + SIZE; ++p)
        *p = __VERIFIER_nondet_long();
    keys[SIZE] = wanted;

    p = keys;
    while (*p != wanted)
        ++p;

    long place = p - keys;
    assert(place >= 0 && place <= SIZE);
    assert(keys[place] == wanted);
    for (long i = 0; i < place; i++)
        assert(keys[i] != wanted);
    return 0;
}
