/* safe: The loop clears the dirty flag, sets the visited flag and keeps all other bits. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

#ifndef SIZE
#define SIZE 100000
#endif

enum { DIRTY = 1u << 0, LOCKED = 1u << 1, VISITED = 1u << 2 };

unsigned page[SIZE], old[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        page[i] = __VERIFIER_nondet_uint();
        old[i] = page[i];
    }

    for (int i = 0; i < SIZE; i++) {
        if (page[i] & LOCKED)
            continue;
        page[i] &= ~(unsigned)DIRTY;
        page[i] |= VISITED;
    }

    const unsigned touched = DIRTY | VISITED;
    for (int i = 0; i < SIZE; i++) {
        assert((page[i] & ~touched) == (old[i] & ~touched));
        if (page[i] & LOCKED)
            assert(page[i] == old[i]);
        else
            assert((page[i] & touched) == VISITED);
    }
    return 0;
}
