/* safe: Numbers below 2^14 survive the encoding in groups of seven bits. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

#ifndef COUNT
#define COUNT 500
#endif

static int encode(unsigned v, unsigned char *out)
{
    int n = 0;
    while (v >= 0x80) {
        out[n++] = (unsigned char)(v | 0x80);
        v >>= 7;
    }
    out[n++] = (unsigned char)v;
    return n;
}

static int decode(const unsigned char *in, unsigned *v)
{
    int n = 0;
    unsigned shift = 0;
    *v = 0;
    for (;;) {
        unsigned char c = in[n++];
        *v |= (c & 0x7Fu) << shift;
        if (c < 0x80)
            return n;
        shift += 7;
    }
}

int main(void)
{
    unsigned number[COUNT];
    unsigned char stream[2 * COUNT];
    int used = 0, at = 0;

    for (int i = 0; i < COUNT; i++) {
        number[i] = __VERIFIER_nondet_uint() & 0x3FFF;
        used += encode(number[i], stream + used);
    }
    assert(used >= COUNT && used <= 2 * COUNT);

    for (int i = 0; i < COUNT; i++) {
        unsigned v;
        at += decode(stream + at, &v);
        assert(v == number[i]);
    }
    assert(at == used);
    return 0;
}
