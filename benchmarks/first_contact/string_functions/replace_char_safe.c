/* safe: after the replacement the old character is gone and the count is right */
#include <assert.h>

#ifndef SIZE
#define SIZE 30000
#endif

extern char __VERIFIER_nondet_char(void);

static char row[SIZE];

static unsigned replace(char *s, char from, char to)
{
    unsigned changed = 0;

    for (; *s; s++) {
        if (*s == from) {
            *s = to;
            changed++;
        }
    }
    return changed;
}

int main(void)
{
    unsigned commas = 0;

    for (unsigned i = 0; i < SIZE - 1; i++) {
        char c = __VERIFIER_nondet_char();
        if (c == '\0')
            c = ' ';
        if (c == ',')
            commas++;
        row[i] = c;
    }
    row[SIZE - 1] = '\0';

    unsigned changed = replace(row, ',', '\t');

    assert(changed == commas);
    assert(changed < SIZE);
    for (unsigned i = 0; i < SIZE; i++)
        assert(row[i] != ',');
    return 0;
}
