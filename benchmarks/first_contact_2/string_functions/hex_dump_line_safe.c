/* safe: the dump of n bytes has 2 * n hexadecimal digits and a terminator */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);

static char digit(unsigned v)
{
    return (char)(v < 10 ? '0' + v : 'a' + (v - 10));
}

static int is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

int main(void)
{
    static uint8_t bytes[SIZE];
    char *out = malloc(2 * SIZE + 1);
    if (out == NULL)
        return 1;

    for (int i = 0; i < SIZE; i++)
        bytes[i] = __VERIFIER_nondet_uchar();

    char *w = out;
    for (int i = 0; i < SIZE; i++) {
        *w++ = digit(bytes[i] >> 4);
        *w++ = digit(bytes[i] & 0x0F);
    }
    *w = '\0';

    assert(w - out == 2 * SIZE);
    for (int i = 0; i < 2 * SIZE; i++)
        assert(is_hex(out[i]));
    assert(out[2 * SIZE] == '\0');
    free(out);
    return 0;
}
