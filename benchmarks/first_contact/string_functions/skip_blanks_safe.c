/* safe: the result points to the first character that is not white space */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern char __VERIFIER_nondet_char(void);

static char input[SIZE];

static const char *skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t' || *p == '\n')
        ++p;
    return p;
}

int main(void)
{
    int i;
    for (i = 0; i != SIZE; ++i)
        input[i] = __VERIFIER_nondet_char();
    input[SIZE - 1] = '\0';

    const char *word = skip_blanks(input);

    assert(*word != ' ' && *word != '\t' && *word != '\n');
    for (const char *p = input; p != word; ++p)
        assert(*p == ' ' || *p == '\t' || *p == '\n');
    return 0;
}
