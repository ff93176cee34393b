/* unsafe: the scan never looks at the first byte, so an empty image has length 1 */
#include <assert.h>
#include <stdint.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);

typedef struct {
    uint8_t *base;
    size_t capacity;
} image_t;

static size_t used_length(const image_t *img)
{
    size_t len = img->capacity;
    while (len > 1 && img->base[len - 1] == 0)
        len--;
    return len;
}

uint8_t flash[SIZE];

int main(void)
{
    image_t img = { flash, SIZE };

    for (size_t i = 0; i < SIZE; i++)
        flash[i] = __VERIFIER_nondet_uchar();

    size_t len = used_length(&img);

    assert(len <= SIZE);
    if (len > 0)
        assert(flash[len - 1] != 0);
    for (size_t i = len; i < SIZE; i++)
        assert(flash[i] == 0);
    return 0;
}
