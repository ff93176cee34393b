/* safe: n tasks that draw at most 100 units each draw at most 100 * n units */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif
#define MAX_DRAW 100u

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned draw[SIZE];

static unsigned long long total_draw(const unsigned *d, unsigned n)
{
    unsigned long long sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += d[i];
    return sum;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > SIZE)
        return 0;

    for (unsigned i = 0; i < n; i++) {
        unsigned d = __VERIFIER_nondet_uint();
        draw[i] = d > MAX_DRAW ? MAX_DRAW : d;
    }

    assert(total_draw(draw, n) <= 100ull * n);
    return 0;
}
