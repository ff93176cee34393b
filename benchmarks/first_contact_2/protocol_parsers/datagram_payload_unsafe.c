/* unsafe: the length check forgets the header */
#include <assert.h>
#include <stdint.h>
#include <stdbool.h>

#ifndef SIZE
#define SIZE 100000
#endif
#define HEADER 4

extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

static uint8_t packet[SIZE];
static uint8_t payload[SIZE];
static int payload_len;

static bool parse(int received)
{
    if (received < HEADER)
        return false;
    if (packet[0] != 1)
        return false;
    int len = packet[2] * 256 + packet[3];
    if (len > received)
        return false;
    for (int i = 0; i < len; i++) {
        assert(HEADER + i < received);
        payload[i] = packet[HEADER + i];
    }
    payload_len = len;
    return true;
}

int main(void)
{
    int received = __VERIFIER_nondet_int();

    if (received < 0 || received > SIZE)
        return 0;
    for (int i = 0; i < received; i++)
        packet[i] = __VERIFIER_nondet_uchar();

    if (parse(received)) {
        assert(payload_len >= 0);
        assert(payload_len + HEADER <= received);
        for (int i = 0; i < payload_len; i++)
            assert(payload[i] == packet[i + HEADER]);
    }
    return 0;
}
