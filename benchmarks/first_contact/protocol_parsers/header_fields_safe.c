/* safe: Parsing a header returns the fields that the writer put into it in network byte order. */
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

#ifndef COUNT
#define COUNT 1000
#endif
#define HEADER 6

struct header {
    unsigned source;
    unsigned target;
    unsigned length;
};

static void put16(unsigned char *p, unsigned v)
{
    p[0] = (unsigned char)(v >> 8);
    p[1] = (unsigned char)(v & 0xFF);
}

static unsigned get16(const unsigned char *p)
{
    return ((unsigned)p[0] << 8) | p[1];
}

static struct header sent[COUNT];
static unsigned char wire[COUNT * HEADER];

int main(void)
{
    for (int i = 0; i < COUNT; i++) {
        sent[i].source = __VERIFIER_nondet_ushort() & 0xFFFFu;
        sent[i].target = __VERIFIER_nondet_ushort() & 0xFFFFu;
        sent[i].length = __VERIFIER_nondet_ushort() % 1500u;
    }

    for (int i = 0; i < COUNT; i++) {
        unsigned char *p = wire + i * HEADER;
        put16(p, sent[i].source);
        put16(p + 2, sent[i].target);
        put16(p + 4, sent[i].length);
    }

    for (int i = 0; i < COUNT; i++) {
        const unsigned char *p = wire + i * HEADER;
        assert(get16(p) == sent[i].source);
        assert(get16(p + 2) == sent[i].target);
        assert(get16(p + 4) == sent[i].length);
    }
    return 0;
}
