/* safe: The gather copies exactly the cells that the index list names. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#ifndef SIZE
#define SIZE 10000
#endif

int source[SIZE];
unsigned index_of[SIZE];
int target[SIZE];

int main(void)
{
    for (unsigned i = 0; i < SIZE; i++)
        source[i] = __VERIFIER_nondet_int();
    for (unsigned i = 0; i < SIZE; i++)
        index_of[i] = __VERIFIER_nondet_uint() % SIZE;

    for (unsigned i = 0; i < SIZE; i++)
        target[i] = source[index_of[i]];

    for (unsigned i = 0; i < SIZE; i++)
        assert(target[i] == source[index_of[i]]);
    return 0;
}
