/* safe: Exponential smoothing of samples below 1024 stays below 1024 in fixed point. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

#define FRACTION 8
#define ALPHA 32u       /* 32 / 256 = 1 / 8 */
#define ONE 256u

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 200000)
        return 0;
    unsigned *smooth = malloc(sizeof(*smooth) * (size_t)n);
    if (smooth == NULL)
        return 0;

    unsigned state = 0;
    for (int i = 0; i < n; i++) {
        unsigned sample = (__VERIFIER_nondet_uint() % 1024u) << FRACTION;
        state = (ALPHA * sample + (ONE - ALPHA) * state) / ONE;
        smooth[i] = state >> FRACTION;
    }

    for (int i = 0; i < n; i++)
        assert(smooth[i] < 1024u);
    free(smooth);
    return 0;
}
