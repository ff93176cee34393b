/* safe: The receiver stores accepted packets in order and without gaps. */
#include <assert.h>
#include <stdint.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

#ifndef SIZE
#define SIZE 1000
#endif

typedef struct {
    uint16_t sequence;
    uint16_t data;
} packet_t;

static packet_t inbox[SIZE];
static uint16_t log_of[SIZE];

int main(void)
{
    uint16_t first = __VERIFIER_nondet_ushort();
    uint16_t expected = first;
    unsigned accepted = 0, ignored = 0;

    for (int i = 0; i < SIZE; i++) {
        inbox[i].sequence = __VERIFIER_nondet_ushort();
        inbox[i].data = __VERIFIER_nondet_ushort();
    }

    for (int i = 0; i < SIZE; i++) {
        const packet_t *p = &inbox[i];
        if (p->sequence != expected) {
            ignored++;
            continue;
        }
        log_of[accepted] = p->sequence;
        accepted++;
        expected++;
    }

    assert(accepted + ignored == SIZE);
    assert(expected == (uint16_t)(first + accepted));
    for (unsigned k = 0; k < accepted; k++)
        assert(log_of[k] == (uint16_t)(first + k));
    return 0;
}
