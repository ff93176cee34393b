/* unsafe: the gathered values are the ones that the valid entries of the map name, the others are -1 */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

static int value[SIZE];
static int map[SIZE];
static int result[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        value[i] = __VERIFIER_nondet_int();
        map[i] = __VERIFIER_nondet_int();
    }

    for (int i = 0; i < SIZE; i++) {
        int from = map[i];
        if (from > 0 && from < SIZE)
            result[i] = value[from];
        else
            result[i] = -1;
    }

    for (int i = 0; i < SIZE; i++) {
        if (map[i] < 0 || map[i] >= SIZE)
            assert(result[i] == -1);
        else
            assert(result[i] == value[map[i]]);
    }
    return 0;
}
