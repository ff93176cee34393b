/* safe: after trimming, the text does not end with a blank, and all that was cut is blank */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 2000
#endif

extern char __VERIFIER_nondet_char(void);

static int blank(char c)
{
    return c == ' ' || c == '\t';
}

int main(void)
{
    char line[SIZE + 1];
    char kept[SIZE + 1];

    for (size_t i = 0; i < SIZE; i++) {
        char c = __VERIFIER_nondet_char();
        if (c == '\0')
            c = ' ';
        line[i] = c;
        kept[i] = c;
    }
    line[SIZE] = kept[SIZE] = '\0';

    size_t end = SIZE;
    while (end > 0 && blank(line[end - 1]))
        line[--end] = '\0';

    assert(line[end] == '\0');
    if (end > 0)
        assert(!blank(line[end - 1]));
    for (size_t i = 0; i < end; i++)
        assert(line[i] == kept[i]);
    for (size_t i = end; i < SIZE; i++)
        assert(blank(kept[i]));
    return 0;
}
