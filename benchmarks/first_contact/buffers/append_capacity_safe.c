/* safe: Each offered byte is either stored or counted as dropped. */
#include <assert.h>
#include <stddef.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define CAPACITY 512
#define OFFERS 2000

struct buffer {
    unsigned char data[CAPACITY];
    size_t used;
    size_t dropped;
};

static void append(struct buffer *b, unsigned char c)
{
    if (b->used < CAPACITY) {
        b->data[b->used] = c;
        b->used++;
    } else {
        b->dropped++;
    }
}

int main(void)
{
    struct buffer b;
    b.used = 0;
    b.dropped = 0;

    for (size_t i = 0; i < OFFERS; i++) {
        append(&b, __VERIFIER_nondet_uchar());
        assert(b.used <= CAPACITY);
    }

    assert(b.used + b.dropped == OFFERS);
    assert(b.used == CAPACITY);
    return 0;
}
