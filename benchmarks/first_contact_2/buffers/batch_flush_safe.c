/* safe: all received items are flushed or still pending */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int batch[SIZE];
static unsigned pending;
static unsigned long long flushed;

static void flush(void)
{
    flushed += pending;
    pending = 0;
}

static void add(int item)
{
    if (pending == SIZE)
        flush();
    assert(pending < SIZE);
    batch[pending++] = item;
}

int main(void)
{
    unsigned items = __VERIFIER_nondet_uint();
    unsigned long long received = 0;

    if (items > 10 * SIZE)
        return 0;
    for (unsigned i = 0; i < items; i++) {
        add(__VERIFIER_nondet_int());
        received++;
        if (__VERIFIER_nondet_bool())
            flush();
    }

    assert(flushed + pending == received);
    return 0;
}
