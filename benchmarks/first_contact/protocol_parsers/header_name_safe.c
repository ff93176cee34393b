/* safe: Header names are in lower case up to the colon, and the rest of the line is unchanged. */
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

#ifndef LENGTH
#define LENGTH 1000
#endif

static char line[LENGTH], original[LENGTH];

static int lower_name(char *s, int n)
{
    int i;
    for (i = 0; i < n && s[i] != ':'; i++)
        if (s[i] >= 'A' && s[i] <= 'Z')
            s[i] = (char)(s[i] - 'A' + 'a');
    return i;
}

int main(void)
{
    for (int i = 0; i < LENGTH; i++)
        line[i] = __VERIFIER_nondet_char();
    memcpy(original, line, LENGTH);

    int colon = lower_name(line, LENGTH);

    assert(0 <= colon && colon <= LENGTH);
    for (int i = 0; i < colon; i++)
        assert(line[i] < 'A' || line[i] > 'Z');
    for (int i = colon; i < LENGTH; i++)
        assert(line[i] == original[i]);
    return 0;
}
