/* unsafe: the insertion moves the cells from the position on by one and keeps the ones before it */
#include <assert.h>

#ifndef SIZE
#define SIZE 1000
#endif

extern int __VERIFIER_nondet_int(void);

static void insert(int list[], int count, int pos, int value)
{
    for (int i = pos; i < count; i++)
        list[i + 1] = list[i];
    list[pos] = value;
}

int main(void)
{
    int list[SIZE + 1];
    int old[SIZE];
    int pos = __VERIFIER_nondet_int();
    int value = __VERIFIER_nondet_int();

    if (!(pos >= 0 && pos <= SIZE))
        return 0;
    for (int i = 0; i < SIZE; i++) {
        old[i] = __VERIFIER_nondet_int();
        list[i] = old[i];
    }

    insert(list, SIZE, pos, value);

    assert(list[pos] == value);
    for (int i = 0; i < pos; i++)
        assert(list[i] == old[i]);
    for (int i = pos; i < SIZE; i++)
        assert(list[i + 1] == old[i]);
    return 0;
}
