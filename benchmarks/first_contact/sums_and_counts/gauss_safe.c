/* safe: the sum of the first n numbers is n * (n + 1) / 2 */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1 || n > 60000)
        return 0;

    unsigned *number = malloc(n * sizeof *number);
    if (number == NULL)
        return 0;
    for (unsigned i = 0; i < n; i++)
        number[i] = i + 1;

    uint64_t sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += number[i];

    assert(sum == (uint64_t)n * (n + 1) / 2);
    free(number);
    return 0;
}
