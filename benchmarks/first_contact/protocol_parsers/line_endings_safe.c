/* safe: After the conversion of the line endings the text has no carriage return. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

extern size_t __VERIFIER_nondet_size_t(void);
extern char __VERIFIER_nondet_char(void);

static size_t to_unix(const char *in, size_t n, char *out)
{
    size_t k = 0;
    size_t i = 0;
    while (i < n) {
        if (in[i] == '\r') {
            out[k++] = '\n';
            if (i + 1 < n && in[i + 1] == '\n')
                i++;
        } else {
            out[k++] = in[i];
        }
        i++;
    }
    return k;
}

int main(void)
{
    size_t n = __VERIFIER_nondet_size_t();
    if (n == 0 || n > 100000)
        return 0;
    char *text = malloc(n);
    char *clean = malloc(n);
    if (!text || !clean)
        return 0;
    for (size_t i = 0; i < n; i++)
        text[i] = __VERIFIER_nondet_char();

    size_t m = to_unix(text, n, clean);

    assert(m <= n);
    for (size_t i = 0; i < m; i++)
        assert(clean[i] != '\r');
    free(text);
    free(clean);
    return 0;
}
