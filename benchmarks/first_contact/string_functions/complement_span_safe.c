/* safe: no delimiter is inside the span, and the span ends at a delimiter or at the end */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static int is_delimiter(char c)
{
    static const char set[] = ",;:";

    for (int k = 0; set[k] != '\0'; k++)
        if (set[k] == c)
            return 1;
    return 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 65536)
        return 0;

    char *s = malloc((size_t)n);
    if (s == NULL)
        return 0;
    for (int i = 0; i < n - 1; i++)
        s[i] = __VERIFIER_nondet_char();
    s[n - 1] = '\0';

    int span = 0;
    while (s[span] && !is_delimiter(s[span]))
        span++;

    assert(span < n);
    assert(s[span] == '\0' || s[span] == ',' || s[span] == ';' || s[span] == ':');
    for (int i = 0; i < span; i++)
        assert(s[i] != ',' && s[i] != ';' && s[i] != ':');
    free(s);
    return 0;
}
