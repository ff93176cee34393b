/* safe: The first step of selection sort puts a minimum into the first cell. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef SIZE
#define SIZE 100000
#endif

static int index_of_minimum(const int *a, int from, int to)
{
    int best = from;
    for (int i = from + 1; i < to; i++)
        if (a[i] < a[best])
            best = i;
    return best;
}

int data[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        data[i] = __VERIFIER_nondet_int();

    int m = index_of_minimum(data, 0, SIZE);
    int smallest = data[m];
    data[m] = data[0];
    data[0] = smallest;

    for (int i = 1; i < SIZE; i++)
        assert(data[0] <= data[i]);
    return 0;
}
