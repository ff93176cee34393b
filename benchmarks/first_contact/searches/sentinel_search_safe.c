/* safe: a search with a sentinel behind the last element needs no test of the bound */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

int data[SIZE + 1];

int main(void)
{
    int key = __VERIFIER_nondet_int();
    int i;

    for (i = 0; i < SIZE; i++)
        data[i] = __VERIFIER_nondet_int();
    data[SIZE] = key;

    const int *p = data;
    while (*p != key)
        p++;

    int pos = (int)(p - data);
    assert(pos <= SIZE);
    assert(data[pos] == key);
    for (i = 0; i < pos; i++)
        assert(data[i] != key);
    return 0;
}
