/* unsafe: an aligned offset moves to the next multiple of 4 */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned offset[SIZE];
static unsigned wanted[SIZE];

static unsigned align4(unsigned x)
{
    return (x + 4u) & ~3u;
}

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        unsigned x = __VERIFIER_nondet_uint();
        if (x > 0x7FFFFFFFu)
            return 0;
        wanted[i] = x;
    }

    for (int i = 0; i < SIZE; i++)
        offset[i] = align4(wanted[i]);

    for (int i = 0; i < SIZE; i++) {
        assert((offset[i] & 3u) == 0);
        assert(offset[i] >= wanted[i]);
        assert(offset[i] - wanted[i] < 4);
    }
    return 0;
}
