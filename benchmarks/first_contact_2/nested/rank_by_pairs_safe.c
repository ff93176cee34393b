/* safe: each rank is a valid index of the table */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern long __VERIFIER_nondet_long(void);

long score[SIZE];
size_t rank_of[SIZE];

int main(void)
{
    size_t i, j;

    for (i = 0; i < SIZE; i++)
        score[i] = __VERIFIER_nondet_long();

    for (i = 0; i < SIZE; i++) {
        size_t better = 0;
        for (j = 0; j < SIZE; j++) {
            if (score[j] > score[i])
                better++;
        }
        rank_of[i] = better;
    }

    for (i = 0; i < SIZE; i++)
        assert(rank_of[i] < SIZE);
    return 0;
}
