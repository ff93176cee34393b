/* safe: after case folding no capital letter is left, and other characters stay */
#include <assert.h>
#include <stdlib.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char fold(unsigned char c)
{
    if (c >= 'A' && c <= 'Z')
        return (unsigned char)(c - 'A' + 'a');
    return c;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 100000u)
        return 0;

    unsigned char *s = malloc(n);
    unsigned char *old = malloc(n);
    if (!s || !old)
        return 0;

    for (unsigned i = 0; i < n; i++)
        s[i] = old[i] = __VERIFIER_nondet_uchar();

    for (unsigned i = 0; i < n; i++)
        s[i] = fold(s[i]);

    for (unsigned i = 0; i < n; i++) {
        assert(!(s[i] >= 'A' && s[i] <= 'Z'));
        if (old[i] < 'A' || old[i] > 'Z')
            assert(s[i] == old[i]);
        else
            assert(s[i] == old[i] + 32);
    }
    free(s);
    free(old);
    return 0;
}
