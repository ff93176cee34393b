/* safe: the array is sorted up to the first descent */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

static int height[SIZE];

static size_t sorted_prefix(const int h[], size_t n)
{
    size_t i = 1;

    while (i < n && h[i - 1] <= h[i])
        ++i;
    return i;
}

int main(void)
{
    for (size_t i = 0; i < SIZE; i++)
        height[i] = __VERIFIER_nondet_int();

    size_t len = sorted_prefix(height, SIZE);

    for (size_t i = 0; i + 1 < len; i++)
        assert(height[i] <= height[i + 1]);
    if (len < SIZE)
        assert(height[len] < height[len - 1]);
    return 0;
}
