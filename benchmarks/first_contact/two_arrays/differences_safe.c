/* safe: the differences of a sorted array are not negative, and each one leads to the next value */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 3000
#endif

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void)
{
    long time[SIZE];
    long gap[SIZE - 1];

    time[0] = 0;
    for (size_t i = 1; i < SIZE; i++)
        time[i] = time[i - 1] + __VERIFIER_nondet_ushort();

    for (size_t i = 0; i < SIZE - 1; i++)
        gap[i] = time[i + 1] - time[i];

    for (size_t i = 0; i < SIZE - 1; i++) {
        assert(gap[i] >= 0 && gap[i] <= 65535);
        assert(time[i] + gap[i] == time[i + 1]);
    }
    return 0;
}
