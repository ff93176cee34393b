/* safe: a linear search returns the first index that holds the key */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

static int table[SIZE];

static int find(const int *a, int n, int key)
{
    for (int i = 0; i < n; i++) {
        if (a[i] == key)
            return i;
    }
    return -1;
}

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        table[i] = __VERIFIER_nondet_int();

    int key = __VERIFIER_nondet_int();
    int pos = find(table, SIZE, key);

    if (pos < 0) {
        for (int i = 0; i < SIZE; i++)
            assert(table[i] != key);
    } else {
        assert(table[pos] == key);
        for (int i = 0; i < pos; i++)
            assert(table[i] != key);
    }
    return 0;
}
