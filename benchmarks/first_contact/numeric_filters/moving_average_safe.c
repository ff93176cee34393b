/* safe: The average of three neighbours lies between the smallest and the largest of them. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

static unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
static unsigned max(unsigned a, unsigned b) { return a > b ? a : b; }

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 3 || n > 48000)
        return 0;
    unsigned *x = malloc(n * sizeof *x);
    unsigned *y = malloc(n * sizeof *y);
    if (!x || !y)
        return 0;

    for (unsigned i = 0; i < n; i++)
        x[i] = __VERIFIER_nondet_ushort();

    y[0] = x[0];
    y[n - 1] = x[n - 1];
    for (unsigned i = 1; i < n - 1; i++)
        y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3;

    for (unsigned i = 1; i < n - 1; i++) {
        assert(y[i] >= min(x[i - 1], min(x[i], x[i + 1])));
        assert(y[i] <= max(x[i - 1], max(x[i], x[i + 1])));
    }
    free(x);
    free(y);
    return 0;
}
