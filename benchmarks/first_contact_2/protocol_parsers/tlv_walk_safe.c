/* safe: each element of the message with its value is inside of the received bytes */
#include <assert.h>
#include <stdint.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static uint8_t msg[SIZE];

int main(void)
{
    size_t n = __VERIFIER_nondet_ulong();
    size_t pos = 0;
    unsigned long checksum = 0;

    if (n > SIZE)
        return 0;
    for (size_t i = 0; i < n; i++)
        msg[i] = __VERIFIER_nondet_uchar();

    while (n - pos >= 2) {
        uint8_t type = msg[pos];
        size_t len = msg[pos + 1];

        if (type == 0)
            break;
        if (len > n - pos - 2)
            break;
        for (size_t k = 0; k < len; k++) {
            assert(pos + 2 + k < n);
            checksum += msg[pos + 2 + k];
        }
        pos += 2 + len;
        assert(pos <= n);
    }

    assert(pos <= n);
    assert(checksum <= 255ul * n);
    return 0;
}
