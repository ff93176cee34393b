/* safe: if no pair is equal, all pairs were compared and no value equals the first one */
#include <assert.h>
#include <stdbool.h>

#ifndef SIZE
#define SIZE 400
#endif

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int v[SIZE];
    bool distinct = true;
    int pairs = 0;

    for (int i = 0; i < SIZE; i++)
        v[i] = __VERIFIER_nondet_int();

    for (int i = 0; i < SIZE && distinct; i++) {
        for (int j = i + 1; j < SIZE; j++) {
            pairs++;
            if (v[i] == v[j]) {
                distinct = false;
                break;
            }
        }
    }

    assert(pairs <= SIZE * (SIZE - 1) / 2);
    if (distinct) {
        assert(pairs == SIZE * (SIZE - 1) / 2);
        for (int i = 1; i < SIZE; i++)
            assert(v[i] != v[0]);
    }
    return 0;
}
