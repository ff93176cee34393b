/* safe: The units that were sold and the units that are left add up to the units at the start. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef SIZE
#define SIZE 20000
#endif

typedef struct {
    unsigned on_hand;
    unsigned sold;
} item_t;

item_t stock[SIZE];

int main(void)
{
    unsigned long start = 0, rest = 0, sold = 0;
    int i;

    for (i = 0; i < SIZE; i++) {
        stock[i].on_hand = __VERIFIER_nondet_uchar();
        stock[i].sold = 0;
        start += stock[i].on_hand;
    }

    for (i = 0; i < SIZE; i++) {
        unsigned order = __VERIFIER_nondet_uchar();
        if (order > stock[i].on_hand)
            order = stock[i].on_hand;
        stock[i].on_hand -= order;
        stock[i].sold += order;
    }

    for (i = 0; i < SIZE; i++) {
        rest += stock[i].on_hand;
        sold += stock[i].sold;
    }
    assert(rest + sold == start);
    return 0;
}
