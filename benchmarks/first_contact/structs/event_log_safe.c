/* safe: The log holds its events in the order of time and never more than its capacity. */
#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define CAPACITY 256
#define ROUNDS 1000

struct event {
    unsigned time;
    int code;
};

struct log {
    unsigned count;
    unsigned lost;
    struct event items[CAPACITY];
};

static bool append(struct log *l, unsigned time, int code)
{
    if (l->count == CAPACITY) {
        l->lost++;
        return false;
    }
    l->items[l->count].time = time;
    l->items[l->count].code = code;
    l->count++;
    return true;
}

int main(void)
{
    static struct log log;
    unsigned clock = 0;

    for (int r = 0; r < ROUNDS; r++) {
        clock += __VERIFIER_nondet_uchar();
        int code = __VERIFIER_nondet_int();
        if (code > 0)
            append(&log, clock, code);
    }

    assert(log.count <= CAPACITY);
    for (unsigned i = 0; i < log.count; i++) {
        assert(log.items[i].code > 0);
        if (i > 0)
            assert(log.items[i - 1].time <= log.items[i].time);
    }
    return 0;
}
