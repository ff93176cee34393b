/* unsafe: The counts of a counting sort add up to the number of elements. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef SIZE
#define SIZE 100000
#endif

int main(void)
{
    unsigned char key[SIZE];
    unsigned small = 0, medium = 0, large = 0;

    for (int i = 0; i < SIZE; ++i)
        key[i] = __VERIFIER_nondet_uchar();

    for (int i = 0; i < SIZE; ++i) {
        if (key[i] < 85)
            ++small;
        else if (key[i] < 170)
            ++medium;
        else if (key[i] > 170)
            ++large;
    }

    unsigned start_medium = small;
    unsigned start_large = start_medium + medium;
    assert(start_medium <= start_large);
    assert(start_large + large == SIZE);
    return 0;
}
