/* safe: Each slot of the schedule starts where the previous one ends. */
#include <assert.h>
#include <stddef.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

#ifndef SIZE
#define SIZE 15000
#endif

struct slot {
    unsigned start;
    unsigned end;
};

int main(void)
{
    static struct slot plan[SIZE];
    unsigned now = 0;

    for (struct slot *s = plan; s != plan + SIZE; ++s) {
        unsigned duration = 1u + __VERIFIER_nondet_ushort() % 60u;
        s->start = now;
        s->end = now + duration;
        now = s->end;
    }

    for (size_t i = 0; i < SIZE; i++) {
        assert(plan[i].start < plan[i].end);
        if (i > 0)
            assert(plan[i - 1].end == plan[i].start);
    }
    assert(plan[SIZE - 1].end == now);
    return 0;
}
