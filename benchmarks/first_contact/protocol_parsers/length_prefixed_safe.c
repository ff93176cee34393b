/* safe: The walk over length-prefixed records never leaves the packet. */
#include <assert.h>
#include <stddef.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef SIZE
#define SIZE 1500
#endif

int main(void)
{
    unsigned char packet[SIZE];
    for (size_t i = 0; i < SIZE; i++)
        packet[i] = __VERIFIER_nondet_uchar();

    size_t pos = 0;
    size_t records = 0;
    int malformed = 0;

    while (pos < SIZE) {
        size_t length = packet[pos];
        if (length > SIZE - pos - 1) {
            malformed = 1;
            break;
        }
        pos += 1 + length;
        records++;
        assert(pos <= SIZE);
    }

    assert(records <= SIZE);
    if (!malformed)
        assert(pos == SIZE);
    return 0;
}
