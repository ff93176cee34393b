/* safe: comparison returns zero exactly for equal strings, else the sign at the first difference */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 1000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);

static int compare(const unsigned char *a, const unsigned char *b)
{
    size_t i = 0;

    while (a[i] != 0 && a[i] == b[i])
        i++;
    if (a[i] < b[i])
        return -1;
    return a[i] > b[i];
}

int main(void)
{
    unsigned char left[SIZE], right[SIZE];

    for (size_t i = 0; i < SIZE - 1; i++) {
        left[i] = __VERIFIER_nondet_uchar();
        right[i] = __VERIFIER_nondet_uchar();
    }
    left[SIZE - 1] = right[SIZE - 1] = 0;

    int order = compare(left, right);

    size_t k = 0;
    while (left[k] != 0 && right[k] != 0 && left[k] == right[k])
        k++;
    if (order == 0)
        assert(left[k] == 0 && right[k] == 0);
    else if (order < 0)
        assert(left[k] < right[k]);
    else
        assert(left[k] > right[k]);
    return 0;
}
