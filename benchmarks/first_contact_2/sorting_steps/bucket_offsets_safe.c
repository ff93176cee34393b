/* safe: the offsets of the buckets ascend and end at the number of items */
#include <assert.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100000
#endif
#define BUCKETS 256

extern unsigned char __VERIFIER_nondet_uchar(void);

static uint8_t key[SIZE];
static int size_of_bucket[BUCKETS];
static int offset[BUCKETS + 1];

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        key[i] = __VERIFIER_nondet_uchar();

    for (int i = 0; i < SIZE; i++)
        size_of_bucket[key[i]]++;

    offset[0] = 0;
    for (int b = 0; b < BUCKETS; b++)
        offset[b + 1] = offset[b] + size_of_bucket[b];

    for (int b = 0; b < BUCKETS; b++)
        assert(offset[b] <= offset[b + 1]);
    assert(offset[BUCKETS] == SIZE);
    return 0;
}
