/* safe: the write place of the trace is always inside of the ring, which is never overfull */
#include <assert.h>
#include <stdint.h>
#include <stdbool.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

static struct {
    uint32_t event[SIZE];
    uint32_t head;
    uint32_t filled;
} trace;

static void record(uint32_t ev)
{
    assert(trace.head < SIZE);
    trace.event[trace.head] = ev;
    trace.head++;
    if (trace.head >= SIZE)
        trace.head = 0;
    if (trace.filled < SIZE)
        trace.filled++;
}

int main(void)
{
    while (__VERIFIER_nondet_bool()) {
        record(__VERIFIER_nondet_uint());
        assert(trace.filled >= 1 && trace.filled <= SIZE);
    }
    assert(trace.head < SIZE);
    return 0;
}
