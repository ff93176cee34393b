/* safe: decoding the differences gives the original numbers back */
#include <assert.h>

#ifndef SIZE
#define SIZE 5000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned data[SIZE];
static unsigned original[SIZE];

static void encode(unsigned *v, int n)
{
    for (int i = n - 1; i >= 1; i--)
        v[i] -= v[i - 1];
}

static void decode(unsigned *v, int n)
{
    for (int i = 1; i < n; i++)
        v[i] += v[i - 1];
}

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        data[i] = __VERIFIER_nondet_uint();
        original[i] = data[i];
    }

    encode(data, SIZE);
    decode(data, SIZE);

    for (int i = 0; i < SIZE; i++)
        assert(data[i] == original[i]);
    return 0;
}
