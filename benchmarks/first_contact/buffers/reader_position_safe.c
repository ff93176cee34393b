/* safe: A reader of 32-bit words never passes the end of its buffer. */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern size_t __VERIFIER_nondet_size_t(void);

#define LIMIT 8192

struct reader {
    const unsigned char *base;
    size_t length;
    size_t position;
};

static bool read_u32(struct reader *r, unsigned long *out)
{
    if (r->length - r->position < 4)
        return false;
    unsigned long v = 0;
    for (int k = 0; k < 4; k++)
        v = (v << 8) | r->base[r->position + (size_t)k];
    r->position += 4;
    *out = v;
    return true;
}

int main(void)
{
    static unsigned char bytes[LIMIT];
    size_t length = __VERIFIER_nondet_size_t();
    if (length > LIMIT)
        return 0;
    for (size_t i = 0; i < length; i++)
        bytes[i] = __VERIFIER_nondet_uchar();

    struct reader r = { bytes, length, 0 };
    unsigned long word;
    size_t words = 0;
    while (read_u32(&r, &word)) {
        words++;
        assert(word <= 0xFFFFFFFFul);
        assert(r.position <= r.length);
    }
    assert(words == length / 4);
    return 0;
}
