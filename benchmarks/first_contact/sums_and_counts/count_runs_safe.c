/* safe: the number of runs of equal values is the number of changes plus one */
#include <assert.h>

#ifndef SIZE
#define SIZE 5000
#endif

extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char dna[SIZE];
    int runs = 0;
    int changes = 0;

    for (int i = 0; i < SIZE; i++)
        dna[i] = __VERIFIER_nondet_char();

    int i = 0;
    while (i < SIZE) {
        char c = dna[i];
        do {
            i++;
        } while (i < SIZE && dna[i] == c);
        runs++;
    }

    for (i = 1; i < SIZE; i++)
        if (dna[i] != dna[i - 1])
            changes++;

    assert(runs >= 1 && runs <= SIZE);
    assert(runs == changes + 1);
    return 0;
}
