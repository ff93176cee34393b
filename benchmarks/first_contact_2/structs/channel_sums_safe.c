/* safe: the stored sum of a channel is the sum of its bytes and at most 8 * 255 */
#include <assert.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100000
#endif
#define DEPTH 8

extern unsigned char __VERIFIER_nondet_uchar(void);

struct channel {
    uint8_t data[DEPTH];
    uint16_t sum;
};

static struct channel channels[SIZE];

static void update_sum(struct channel *ch)
{
    ch->sum = 0;
    for (int k = 0; k < DEPTH; k++)
        ch->sum += ch->data[k];
}

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        for (int k = 0; k < DEPTH; k++)
            channels[i].data[k] = __VERIFIER_nondet_uchar();
    }

    for (int i = 0; i < SIZE; i++)
        update_sum(&channels[i]);

    for (int i = 0; i < SIZE; i++) {
        int sum = 0;
        for (int k = 0; k < DEPTH; k++)
            sum += channels[i].data[k];
        assert(channels[i].sum == sum);
        assert(channels[i].sum <= DEPTH * 255);
    }
    return 0;
}
