/* safe: after chomp the text has no line end at its end and its rest is unchanged */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern char __VERIFIER_nondet_char(void);

static char line[SIZE];
static char before[SIZE];

static size_t text_length(const char *s)
{
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    return n;
}

static void chomp(char *s)
{
    size_t n = text_length(s);
    while (n > 0 && (s[n - 1] == '\n' || s[n - 1] == '\r')) {
        n--;
        s[n] = '\0';
    }
}

int main(void)
{
    for (size_t i = 0; i < SIZE; i++) {
        line[i] = __VERIFIER_nondet_char();
        before[i] = line[i];
    }
    line[SIZE - 1] = '\0';
    before[SIZE - 1] = '\0';

    chomp(line);

    size_t len = text_length(line);
    assert(len < SIZE);
    if (len > 0) {
        assert(line[len - 1] != '\n');
        assert(line[len - 1] != '\r');
    }
    for (size_t i = 0; i < len; i++)
        assert(line[i] == before[i]);
    return 0;
}
