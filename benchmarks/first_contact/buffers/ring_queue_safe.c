/* safe: The indices and the count of a ring buffer stay consistent under any operations. */
#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);
extern bool __VERIFIER_nondet_bool(void);

#define CAPACITY 64

struct ring {
    int slot[CAPACITY];
    unsigned head;
    unsigned tail;
    unsigned count;
};

static bool push(struct ring *r, int x)
{
    if (r->count == CAPACITY)
        return false;
    r->slot[r->tail] = x;
    r->tail++;
    if (r->tail == CAPACITY)
        r->tail = 0;
    r->count++;
    return true;
}

static bool pop(struct ring *r, int *x)
{
    if (r->count == 0)
        return false;
    *x = r->slot[r->head];
    r->head++;
    if (r->head == CAPACITY)
        r->head = 0;
    r->count--;
    return true;
}

int main(void)
{
    struct ring r = { .head = 0, .tail = 0, .count = 0 };

    for (int k = 0; k < 10000; k++) {
        if (__VERIFIER_nondet_bool()) {
            push(&r, __VERIFIER_nondet_int());
        } else {
            int x;
            pop(&r, &x);
        }
        assert(r.count <= CAPACITY);
        assert(r.head < CAPACITY && r.tail < CAPACITY);
        assert((r.head + r.count) % CAPACITY == r.tail);
    }
    return 0;
}
