/* safe: linear probing finds a free slot unless the table is full */
#include <assert.h>

#ifndef SIZE
#define SIZE 1024
#endif

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned slot[SIZE]; /* zero: free */

int main(void)
{
    for (unsigned i = 0; i < SIZE; i++)
        slot[i] = __VERIFIER_nondet_uint();

    unsigned key = __VERIFIER_nondet_uint();
    if (key == 0)
        return 0;

    unsigned at = key % SIZE;
    unsigned tries = 0;
    while (tries < SIZE && slot[at] != 0) {
        at++;
        if (at == SIZE)
            at = 0;
        tries++;
    }

    if (tries < SIZE) {
        assert(slot[at] == 0);
        slot[at] = key;
        assert(slot[at] != 0);
    } else {
        for (unsigned i = 0; i < SIZE; i++)
            assert(slot[i] != 0);
    }
    return 0;
}
