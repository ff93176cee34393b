/* safe: The hexadecimal text consists of digits and letters from a to f only. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef SIZE
#define SIZE 20000
#endif

static char hex_digit(unsigned v)
{
    return (char)(v < 10 ? '0' + v : 'a' + (v - 10));
}

static int is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

unsigned char raw[SIZE];
char text[2 * SIZE + 1];

int main(void)
{
    char *out = text;

    for (int i = 0; i < SIZE; i++)
        raw[i] = __VERIFIER_nondet_uchar();

    for (int i = 0; i < SIZE; i++) {
        *out++ = hex_digit(raw[i] >> 4);
        *out++ = hex_digit(raw[i] & 15u);
    }
    *out = '\0';

    for (int i = 0; i < 2 * SIZE; i++)
        assert(is_hex(text[i]));
    assert(text[2 * SIZE] == '\0');
    return 0;
}
