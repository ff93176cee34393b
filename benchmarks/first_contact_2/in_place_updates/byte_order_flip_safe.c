/* safe: flipping the byte order of all words twice restores them */
#include <assert.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned short __VERIFIER_nondet_ushort(void);

static void flip_all(uint16_t words[], int n)
{
    for (int i = 0; i < n; i++)
        words[i] = (uint16_t)((words[i] << 8) | (words[i] >> 8));
}

int main(void)
{
    static uint16_t words[SIZE];
    static uint16_t saved[SIZE];

    for (int i = 0; i < SIZE; i++)
        saved[i] = words[i] = __VERIFIER_nondet_ushort();

    flip_all(words, SIZE);
    for (int i = 0; i < SIZE; i++)
        assert((words[i] & 0xFF) == (saved[i] >> 8));

    flip_all(words, SIZE);
    for (int i = 0; i < SIZE; i++)
        assert(words[i] == saved[i]);
    return 0;
}
