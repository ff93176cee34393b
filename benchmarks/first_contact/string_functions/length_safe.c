/* safe: the length is the index of the first null character */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern char __VERIFIER_nondet_char(void);

static size_t length(const char *s)
{
    size_t n = 0;

    while (s[n] != '\0')
        n++;
    return n;
}

static char text[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE - 1; i++)
        text[i] = __VERIFIER_nondet_char();
    text[SIZE - 1] = '\0';

    size_t n = length(text);

    assert(n < SIZE);
    assert(text[n] == '\0');
    for (size_t i = 0; i < n; i++)
        assert(text[i] != '\0');
    return 0;
}
