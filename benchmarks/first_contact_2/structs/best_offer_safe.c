/* safe: no offer that is in stock is cheaper than the chosen one */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

struct offer {
    unsigned cents;
    unsigned short stock;
};

static const struct offer *cheapest(const struct offer *list, size_t n)
{
    const struct offer *best = NULL;
    for (size_t i = 0; i < n; i++) {
        if (list[i].stock == 0)
            continue;
        if (!best || list[i].cents < best->cents)
            best = &list[i];
    }
    return best;
}

int main(void)
{
    struct offer *offers = malloc(SIZE * sizeof(struct offer));
    if (!offers)
        return 1;
    for (size_t i = 0; i < SIZE; i++) {
        offers[i].cents = __VERIFIER_nondet_uint();
        offers[i].stock = __VERIFIER_nondet_ushort();
    }

    const struct offer *best = cheapest(offers, SIZE);

    for (size_t i = 0; i < SIZE; i++) {
        if (offers[i].stock > 0) {
            assert(best != NULL);
            assert(best->cents <= offers[i].cents);
        }
    }
    free(offers);
    return 0;
}
