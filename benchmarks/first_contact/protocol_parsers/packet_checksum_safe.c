/* safe: The bytes of a packet with its checksum add up to zero modulo 256. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef SIZE
#define SIZE 10000
#endif

struct packet {
    unsigned char payload[SIZE];
    unsigned char checksum;
};

static void seal(struct packet *p)
{
    unsigned char sum = 0;
    for (int i = 0; i < SIZE; i++)
        sum = (unsigned char)(sum + p->payload[i]);
    p->checksum = (unsigned char)(0u - sum);
}

static int valid(const struct packet *p)
{
    unsigned char sum = p->checksum;
    for (int i = 0; i < SIZE; i++)
        sum = (unsigned char)(sum + p->payload[i]);
    return sum == 0;
}

int main(void)
{
    static struct packet p;

    for (int i = 0; i < SIZE; i++)
        p.payload[i] = __VERIFIER_nondet_uchar();
    seal(&p);
    assert(valid(&p));
    return 0;
}
