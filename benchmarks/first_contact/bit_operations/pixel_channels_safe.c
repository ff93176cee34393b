/* safe: Packing the three channels of a pixel again gives the same pixel. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct rgb {
    uint8_t r, g, b;
};

static struct rgb unpack(uint32_t pixel)
{
    struct rgb c;
    c.r = (uint8_t)(pixel >> 16);
    c.g = (uint8_t)(pixel >> 8);
    c.b = (uint8_t)pixel;
    return c;
}

static uint32_t pack(struct rgb c)
{
    return (uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b;
}

int main(void)
{
    unsigned width = __VERIFIER_nondet_uint();
    if (width == 0 || width > 1920)
        return 0;
    uint32_t line[width];
    struct rgb split[width];

    for (unsigned x = 0; x < width; x++)
        line[x] = __VERIFIER_nondet_uint() & 0xFFFFFFu;
    for (unsigned x = 0; x < width; x++)
        split[x] = unpack(line[x]);
    for (unsigned x = 0; x < width; x++)
        assert(pack(split[x]) == line[x]);
    return 0;
}
