/* safe: the sums of the even and of the odd places add up to the sum of all places */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 30000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char data[SIZE];

int main(void)
{
    unsigned even = 0, odd = 0, all = 0;

    for (size_t i = 0; i < SIZE; i++)
        data[i] = __VERIFIER_nondet_uchar();

    for (size_t i = 0; i < SIZE; i += 2)
        even += data[i];
    for (size_t i = 1; i < SIZE; i += 2)
        odd += data[i];
    for (size_t i = SIZE; i-- > 0;)
        all += data[i];

    assert(even + odd == all);
    return 0;
}
