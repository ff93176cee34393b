/* safe: the search for three set cells in a row returns a place with three set cells */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

#define RUN 3

extern _Bool __VERIFIER_nondet_bool(void);

_Bool taken[SIZE];

int main(void)
{
    int run = 0;
    int start = -1;

    for (int i = 0; i < SIZE; i++)
        taken[i] = __VERIFIER_nondet_bool();

    for (int i = 0; i < SIZE; i++) {
        if (!taken[i]) {
            run = 0;
            continue;
        }
        run++;
        if (run == RUN) {
            start = i - RUN + 1;
            break;
        }
    }

    if (start >= 0) {
        assert(start + RUN <= SIZE);
        for (int k = 0; k < RUN; k++)
            assert(taken[start + k]);
    } else {
        assert(run < RUN);
    }
    return 0;
}
