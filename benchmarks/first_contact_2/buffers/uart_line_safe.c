/* safe: the received line is terminated, contains no line feed and fits into the buffer */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern char __VERIFIER_nondet_char(void);

static char rx[SIZE];

static int receive_line(char *buf, int cap)
{
    int n = 0;
    char c;

    do {
        c = __VERIFIER_nondet_char();
        if (c == '\n' || c == '\0')
            break;
        if (n < cap - 1)
            buf[n++] = c;
    } while (n < cap - 1);
    buf[n] = '\0';
    return n;
}

int main(void)
{
    int n = receive_line(rx, SIZE);

    assert(n >= 0 && n < SIZE);
    assert(rx[n] == '\0');
    for (int i = 0; i < n; i++) {
        assert(rx[i] != '\n');
        assert(rx[i] != '\0');
    }
    return 0;
}
