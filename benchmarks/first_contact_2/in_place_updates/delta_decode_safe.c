/* safe: the difference of decoded neighbours is the encoded delta */
#include <assert.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    size_t n = __VERIFIER_nondet_ulong();
    if (n == 0 || n > SIZE)
        return 0;

    unsigned *data = malloc(n * sizeof *data);
    unsigned *delta = malloc(n * sizeof *delta);
    if (!data || !delta) {
        free(data);
        free(delta);
        return 1;
    }
    for (size_t i = 0; i < n; i++) {
        delta[i] = __VERIFIER_nondet_uint();
        data[i] = delta[i];
    }

    for (size_t i = 1; i < n; i++)
        data[i] += data[i - 1];

    assert(data[0] == delta[0]);
    for (size_t i = 1; i < n; i++)
        assert(data[i] - data[i - 1] == delta[i]);

    free(data);
    free(delta);
    return 0;
}
