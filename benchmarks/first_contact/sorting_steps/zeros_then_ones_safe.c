/* safe: Rewriting an array of bits from the count of its zeros sorts it. */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern bool __VERIFIER_nondet_bool(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1000000)
        return 0;
    bool *bit = malloc(n + 1);
    if (bit == NULL)
        abort();

    unsigned zeros = 0;
    for (unsigned i = 0; i < n; i++) {
        bit[i] = __VERIFIER_nondet_bool();
        if (!bit[i])
            zeros++;
    }

    unsigned i = 0;
    while (i < zeros)
        bit[i++] = false;
    while (i < n)
        bit[i++] = true;

    for (i = 0; i + 1 < n; i++)
        assert(bit[i] <= bit[i + 1]);
    free(bit);
    return 0;
}
