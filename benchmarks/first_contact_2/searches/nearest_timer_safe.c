/* safe: no active timer expires before the chosen one */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 100000
#endif
#define NONE ((size_t)-1)

extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    static unsigned int deadline[SIZE];
    static unsigned char active[SIZE];
    size_t next = NONE;

    for (size_t i = 0; i < SIZE; i++) {
        deadline[i] = __VERIFIER_nondet_uint();
        active[i] = __VERIFIER_nondet_uchar() & 1;
    }

    for (size_t i = 0; i < SIZE; i++) {
        if (!active[i])
            continue;
        if (next == NONE || deadline[i] < deadline[next])
            next = i;
    }

    for (size_t i = 0; i < SIZE; i++) {
        if (active[i]) {
            assert(next != NONE);
            assert(deadline[next] <= deadline[i]);
        }
    }
    if (next != NONE)
        assert(active[next]);
    return 0;
}
