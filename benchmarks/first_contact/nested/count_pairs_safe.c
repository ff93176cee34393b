/* safe: the triangular loops visit n * (n - 1) / 2 pairs, and the inversions are not more */
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1 || n > 1000)
        return 0;

    int rank[n];
    for (unsigned i = 0; i < n; i++)
        rank[i] = __VERIFIER_nondet_int();

    unsigned pairs = 0, inversions = 0;
    for (unsigned j = 1; j < n; j++) {
        unsigned i = j;
        while (i-- > 0) {
            ++pairs;
            if (rank[i] > rank[j])
                ++inversions;
        }
    }

    assert(pairs == n * (n - 1) / 2);
    assert(inversions <= pairs);
    return 0;
}
