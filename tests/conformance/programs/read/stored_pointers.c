/* Pointers in arrays that are given those of other cells, and objects that are made on the way. */
#include <assert.h>
#include <stdlib.h>

extern int nondet_int(void);

struct record { int key, weight; };

static struct record *made(int key)
{
    struct record *r = malloc(sizeof *r);
    if (!r)
        abort();
    r->key = key;
    r->weight = 2 * key;
    return r;
}

static struct record *table[20], *last[20];

int main(void)
{
    int n = nondet_int() & 15, sum = 0;
    for (int i = 0; i < 20; i++)
        table[i] = i == n && i > 0 ? table[i - 1] : made(i);
    for (int i = 0; i < 20; i++) {
        int expected = i == n && i > 0 ? i - 1 : i;
        assert(table[i]->key == expected && table[i]->weight == 2 * expected);
        sum += table[i]->key;
    }
    last[0] = made(7);
    for (int i = 1; i < 20; i++)
        last[i] = i & n ? last[i - 1] : made(i);
    last[3]->weight = 5;
    for (int i = 0; i < 20; i++)
        sum += last[i]->key + last[i]->weight;
    assert(sum > 190);
    return 0;
}
