/* safe: all slots before the found one are taken, and the found one is free */
#include <assert.h>
#include <stdbool.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern _Bool __VERIFIER_nondet_bool(void);

static bool taken[SIZE];

static int find_free(void)
{
    for (int i = 0; i < SIZE; i++) {
        if (!taken[i])
            return i;
    }
    return SIZE;
}

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        taken[i] = __VERIFIER_nondet_bool();

    int slot = find_free();

    if (slot < SIZE)
        assert(!taken[slot]);
    for (int i = 0; i < slot; i++)
        assert(taken[i]);
    return 0;
}
