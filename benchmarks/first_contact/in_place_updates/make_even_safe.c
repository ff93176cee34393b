/* safe: odd values are rounded up, so all values are even */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned code[SIZE];

int main(void)
{
    unsigned *const end = code + SIZE;

    for (unsigned *p = code; p != end; p++)
        *p = __VERIFIER_nondet_uint() % 1000000u;

    for (unsigned *p = code; p != end; p++)
        if (*p % 2 == 1)
            ++*p;

    for (unsigned *p = code; p != end; p++) {
        assert(*p % 2 == 0);
        assert(*p <= 1000000u);
    }
    return 0;
}
