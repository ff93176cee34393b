/* safe: A vector that doubles its capacity keeps all elements. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct vector {
    unsigned *item;
    size_t length;
    size_t capacity;
};

static void grow(struct vector *v)
{
    size_t bigger = v->capacity * 2;
    unsigned *fresh = calloc(bigger, sizeof *fresh);
    if (!fresh)
        exit(1);
    for (size_t i = 0; i < v->length; i++)
        fresh[i] = v->item[i];
    free(v->item);
    v->item = fresh;
    v->capacity = bigger;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 10000)
        return 0;

    struct vector v = { malloc(4 * sizeof(unsigned)), 0, 4 };
    if (!v.item)
        return 0;

    for (unsigned i = 0; i < n; i++) {
        if (v.length == v.capacity)
            grow(&v);
        v.item[v.length++] = i * i;
    }

    assert(v.length == n && v.length <= v.capacity);
    for (unsigned i = 0; i < n; i++)
        assert(v.item[i] == i * i);
    free(v.item);
    return 0;
}
