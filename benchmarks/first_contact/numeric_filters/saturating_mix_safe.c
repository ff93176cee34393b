/* safe: The mix of two tracks is the sum, limited to the range of 16 bits. */
#include <assert.h>
#include <stdint.h>

extern short __VERIFIER_nondet_short(void);

#ifndef SIZE
#define SIZE 30000
#endif

static int16_t saturate(int32_t x)
{
    if (x > INT16_MAX)
        return INT16_MAX;
    if (x < INT16_MIN)
        return INT16_MIN;
    return (int16_t)x;
}

static void mix(const int16_t *a, const int16_t *b, int16_t *out, int n)
{
    while (n-- > 0)
        *out++ = saturate((int32_t)*a++ + *b++);
}

static int16_t left[SIZE], right[SIZE], both[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        left[i] = __VERIFIER_nondet_short();
        right[i] = __VERIFIER_nondet_short();
    }

    mix(left, right, both, SIZE);

    for (int i = 0; i < SIZE; i++) {
        int32_t sum = left[i] + right[i];
        if (sum > INT16_MAX)
            assert(both[i] == INT16_MAX);
        else if (sum < INT16_MIN)
            assert(both[i] == INT16_MIN);
        else
            assert(both[i] == sum);
    }
    return 0;
}
