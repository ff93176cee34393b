/* safe: a copy with two pointers makes the arrays equal */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

static int from[SIZE];
static int to[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        from[i] = __VERIFIER_nondet_int();

    const int *src = from;
    int *dst = to;
    int left = SIZE;
    while (left-- > 0)
        *dst++ = *src++;

    for (int i = 0; i < SIZE; i++)
        assert(to[i] == from[i]);
    return 0;
}
