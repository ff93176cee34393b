/* safe: all cells that the map names are marked, and the marks are not more than the entries */
#include <assert.h>
#include <stdbool.h>

#ifndef SIZE
#define SIZE 2000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned map[SIZE];
    bool mark[SIZE];
    unsigned marked = 0;

    for (unsigned i = 0; i < SIZE; i++) {
        map[i] = __VERIFIER_nondet_uint() % SIZE;
        mark[i] = false;
    }

    for (unsigned i = 0; i < SIZE; i++) {
        if (!mark[map[i]]) {
            mark[map[i]] = true;
            marked++;
        }
    }

    assert(marked >= 1 && marked <= SIZE);
    for (unsigned i = 0; i < SIZE; i++)
        assert(mark[map[i]]);
    return 0;
}
