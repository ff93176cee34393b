/* safe: the average of the marks lies between the smallest and the largest mark */
#include <assert.h>

#ifndef SIZE
#define SIZE 2000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned mark[SIZE];
    unsigned sum = 0, min = 100, max = 0;

    for (unsigned i = 0; i < SIZE; i++)
        mark[i] = __VERIFIER_nondet_uint() % 101;

    for (unsigned i = 0; i < SIZE; i++) {
        sum += mark[i];
        if (mark[i] < min)
            min = mark[i];
        if (mark[i] > max)
            max = mark[i];
    }

    unsigned average = sum / SIZE;
    assert(min <= average);
    assert(average <= max);
    return 0;
}
