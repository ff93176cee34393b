/* safe: The consumer receives the numbers in the order in which the producer sent them. */
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

#define SLOTS 32u
#define STEPS 20000

int main(void)
{
    unsigned queue[SLOTS];
    unsigned produced = 0;
    unsigned consumed = 0;
    int step = 0;

    do {
        bool produce = __VERIFIER_nondet_bool();
        if (produce && produced - consumed < SLOTS) {
            queue[produced % SLOTS] = produced;
            produced++;
        } else if (!produce && consumed != produced) {
            unsigned got = queue[consumed % SLOTS];
            assert(got == consumed);
            consumed++;
        }
        step++;
    } while (step < STEPS);

    assert(consumed <= produced);
    return 0;
}
