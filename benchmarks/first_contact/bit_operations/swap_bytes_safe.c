/* safe: The swap of the byte order moves the lowest byte to the top, and a second swap undoes it. */
#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

#ifndef N
#define N 4000
#endif

static uint32_t swap(uint32_t x)
{
    return (x >> 24) | ((x >> 8) & 0xFF00u) | ((x << 8) & 0xFF0000u) | (x << 24);
}

uint32_t host[N];
uint32_t net[N];

int main(void)
{
    uint32_t *p = net;

    for (int i = 0; i < N; i++)
        host[i] = __VERIFIER_nondet_uint();

    for (const uint32_t *q = host; q < host + N; q++)
        *p++ = swap(*q);

    for (int i = 0; i < N; i++) {
        assert(net[i] >> 24 == (host[i] & 0xFFu));
        assert(swap(net[i]) == host[i]);
    }
    return 0;
}
