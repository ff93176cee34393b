/* safe: the votes of all candidates add up, and the winner has at least a third of them */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

#define CANDIDATES 3

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned char ballot[SIZE];

int main(void)
{
    int votes[CANDIDATES] = {0, 0, 0};
    int winner = 0;

    for (int i = 0; i < SIZE; i++)
        ballot[i] = (unsigned char)(__VERIFIER_nondet_uint() % CANDIDATES);

    for (int i = 0; i < SIZE; i++)
        votes[ballot[i]]++;

    for (int c = 1; c < CANDIDATES; c++)
        if (votes[c] > votes[winner])
            winner = c;

    assert(votes[0] + votes[1] + votes[2] == SIZE);
    assert(votes[winner] * 3 >= SIZE);
    return 0;
}
