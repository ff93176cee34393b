/* safe: all pixels of a w x h tile map stay in the buffer and hold the number of their row */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

static int buffer[SIZE];

int main(void)
{
    int w = __VERIFIER_nondet_int();
    int h = __VERIFIER_nondet_int();

    if (w <= 0 || w > SIZE)
        return 0;
    if (h <= 0 || h > SIZE / w)
        return 0;

    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            int at = y * w + x;
            assert(at >= 0 && at < SIZE);
            buffer[at] = y;
        }
    }

    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            assert(buffer[y * w + x] == y);
    return 0;
}
