/* safe: erasing a cell closes the gap, earlier cells stay */
#include <assert.h>
#include <string.h>

#ifndef SIZE
#define SIZE 600
#endif

extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct list {
    unsigned count;
    int item[SIZE];
};

static void erase(struct list *l, unsigned pos)
{
    for (unsigned i = pos + 1; i < l->count; i++)
        l->item[i - 1] = l->item[i];
    l->count--;
}

int main(void)
{
    struct list list, old;
    unsigned pos = __VERIFIER_nondet_uint();

    if (pos >= SIZE)
        return 0;

    list.count = SIZE;
    for (unsigned i = 0; i < SIZE; i++)
        list.item[i] = __VERIFIER_nondet_int();
    memcpy(&old, &list, sizeof old);

    erase(&list, pos);

    assert(list.count == old.count - 1);
    for (unsigned i = 0; i < list.count; i++)
        assert(list.item[i] == (i < pos ? old.item[i] : old.item[i + 1]));
    return 0;
}
