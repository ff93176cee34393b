/* safe: The sum of a number and its conjugate has no imaginary part. */
#include <assert.h>

extern short __VERIFIER_nondet_short(void);

#ifndef SIZE
#define SIZE 8192
#endif

struct complex_int {
    int re;
    int im;
};

static struct complex_int conjugate(struct complex_int z)
{
    z.im = -z.im;
    return z;
}

static struct complex_int add(struct complex_int a, struct complex_int b)
{
    struct complex_int s = { a.re + b.re, a.im + b.im };
    return s;
}

struct complex_int signal[SIZE], mirror[SIZE];

int main(void)
{
    for (unsigned i = 0; i < SIZE; i++) {
        signal[i].re = __VERIFIER_nondet_short();
        signal[i].im = __VERIFIER_nondet_short();
    }
    for (unsigned i = 0; i < SIZE; i++)
        mirror[i] = conjugate(signal[i]);

    for (unsigned i = 0; i < SIZE; i++) {
        struct complex_int s = add(signal[i], mirror[i]);
        assert(s.im == 0);
        assert(s.re == 2 * signal[i].re);
    }
    return 0;
}
