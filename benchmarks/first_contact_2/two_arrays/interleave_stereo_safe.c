/* safe: even places hold the left channel and odd places the right channel */
#include <assert.h>
#include <stdint.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern short __VERIFIER_nondet_short(void);

typedef int16_t sample_t;

static sample_t left[SIZE];
static sample_t right[SIZE];
static sample_t stereo[2 * SIZE];

static void interleave(const sample_t *l, const sample_t *r, sample_t *out, size_t frames)
{
    for (size_t f = 0; f < frames; f++) {
        *out++ = l[f];
        *out++ = r[f];
    }
}

int main(void)
{
    for (size_t i = 0; i < SIZE; i++) {
        left[i] = __VERIFIER_nondet_short();
        right[i] = __VERIFIER_nondet_short();
    }

    interleave(left, right, stereo, SIZE);

    for (size_t i = 0; i < SIZE; i++) {
        assert(stereo[2 * i] == left[i]);
        assert(stereo[2 * i + 1] == right[i]);
    }
    return 0;
}
