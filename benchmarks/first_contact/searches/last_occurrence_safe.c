/* safe: a search from the back returns the last index that holds the key */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern short __VERIFIER_nondet_short(void);

static short samples[SIZE];

int main(void)
{
    short key = __VERIFIER_nondet_short();
    size_t i;

    for (i = 0; i < SIZE; i++)
        samples[i] = __VERIFIER_nondet_short();

    /* after the loop: i - 1 is the last occurrence, or i is zero */
    i = SIZE;
    while (i > 0 && samples[i - 1] != key)
        i--;

    if (i > 0)
        assert(samples[i - 1] == key);
    for (size_t j = i; j < SIZE; j++)
        assert(samples[j] != key);
    return 0;
}
