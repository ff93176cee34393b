/* safe: before the first pair of equal neighbours, all neighbours differ */
#include <assert.h>
#include <stdbool.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned words[SIZE];

int main(void)
{
    unsigned i, k;
    bool found = false;

    for (i = 0; i < SIZE; i++)
        words[i] = __VERIFIER_nondet_uint();

    for (k = 0; k + 1 < SIZE; k++) {
        if (words[k] == words[k + 1]) {
            found = true;
            break;
        }
    }

    if (found)
        assert(words[k] == words[k + 1]);
    else
        assert(k == SIZE - 1);
    for (i = 0; i < k; i++)
        assert(words[i] != words[i + 1]);
    return 0;
}
