/* safe: The decoder accepts hexadecimal digits only, and each decoded value is below 16. */
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

#ifndef LENGTH
#define LENGTH 4000
#endif

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

int main(void)
{
    char line[LENGTH];
    int value[LENGTH];
    int n = 0;

    for (int i = 0; i < LENGTH; i++)
        line[i] = __VERIFIER_nondet_char();

    while (n < LENGTH) {
        int v = digit_value(line[n]);
        if (v < 0)
            break;
        value[n] = v;
        n++;
    }

    for (int i = 0; i < n; i++) {
        assert(value[i] >= 0 && value[i] < 16);
        if (value[i] < 10)
            assert(line[i] == '0' + value[i]);
    }
    if (n < LENGTH)
        assert(line[n] < '0' || line[n] > '9');
    return 0;
}
