/* safe: the list stays in ascending order when an element is deleted */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

typedef struct {
    int item[SIZE];
    int used;
} sorted_list;

static sorted_list list;

static void delete_at(sorted_list *l, int place)
{
    for (int i = place; i + 1 < l->used; i++)
        l->item[i] = l->item[i + 1];
    l->used--;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int victim = __VERIFIER_nondet_int();

    if (n < 1 || n > SIZE || victim < 0 || victim >= n)
        return 0;
    list.used = n;
    for (int i = 0; i < n; i++) {
        int v = __VERIFIER_nondet_int();
        if (i > 0 && v < list.item[i - 1])
            v = list.item[i - 1];
        list.item[i] = v;
    }

    delete_at(&list, victim);

    assert(list.used == n - 1);
    for (int i = 1; i < list.used; i++)
        assert(list.item[i - 1] <= list.item[i]);
    return 0;
}
