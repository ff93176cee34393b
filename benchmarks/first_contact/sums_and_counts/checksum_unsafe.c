/* unsafe: a packet with its checksum appended has the checksum zero */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern size_t __VERIFIER_nondet_size_t(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static uint8_t checksum(const uint8_t *p, size_t n)
{
    uint8_t sum = 0;

    while (--n)
        sum = (uint8_t)(sum + *p++);
    return (uint8_t)-sum;
}

int main(void)
{
    size_t len = __VERIFIER_nondet_size_t();
    if (len == 0 || len > 1500)
        return 0;

    uint8_t *packet = malloc(len + 1);
    if (packet == NULL)
        return 0;
    for (size_t i = 0; i < len; i++)
        packet[i] = __VERIFIER_nondet_uchar();
    packet[len] = checksum(packet, len);

    assert(checksum(packet, len + 1) == 0);
    free(packet);
    return 0;
}
