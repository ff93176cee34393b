/* unsafe: neighbours are not compared */
#include <assert.h>
#include <stdbool.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned id[SIZE];

static bool has_clash(int n)
{
    for (int i = 0; i < n; i++) {
        for (int j = i + 2; j < n; j++) {
            if (id[i] == id[j])
                return true;
        }
    }
    return false;
}

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        id[i] = __VERIFIER_nondet_uint();

    if (has_clash(SIZE))
        return 0;

    for (int a = 0; a < SIZE; a++) {
        for (int b = 0; b < a; b++)
            assert(id[a] != id[b]);
    }
    return 0;
}
