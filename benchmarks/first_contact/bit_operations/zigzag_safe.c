/* safe: Zigzag codes decode to the original numbers, and small numbers have small codes. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);

static unsigned encode(int x)
{
    return x >= 0 ? (unsigned)x << 1 : ((unsigned)-(x + 1) << 1) | 1u;
}

static int decode(unsigned z)
{
    int half = (int)(z >> 1);
    return (z & 1u) ? -half - 1 : half;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (!(n > 0 && n <= 10000))
        abort();

    int *value = malloc((size_t)n * sizeof(int));
    unsigned *code = malloc((size_t)n * sizeof(unsigned));
    if (!value || !code)
        abort();

    for (int i = 0; i < n; i++) {
        value[i] = __VERIFIER_nondet_short();
        code[i] = encode(value[i]);
    }

    int i = 0;
    do {
        assert(decode(code[i]) == value[i]);
        assert(code[i] <= 0xFFFFu);
    } while (++i < n);

    free(code);
    free(value);
    return 0;
}
