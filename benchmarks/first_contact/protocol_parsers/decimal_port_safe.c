/* safe: The parser of a port number reports an error or a number up to 65535. */
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

#define FIELD 16

static long parse_port(const char *s)
{
    unsigned long v = 0;
    int digits = 0;

    for (; *s != '\0'; s++) {
        if (*s < '0' || *s > '9')
            return -1;
        v = v * 10 + (unsigned long)(*s - '0');
        if (v > 65535)
            return -1;
        digits++;
    }
    return digits > 0 ? (long)v : -1;
}

int main(void)
{
    char field[FIELD];

    for (int i = 0; i < FIELD - 1; i++)
        field[i] = __VERIFIER_nondet_char();
    field[FIELD - 1] = '\0';

    long port = parse_port(field);
    assert(port >= -1 && port <= 65535);
    if (field[0] == '\0')
        assert(port == -1);
    return 0;
}
