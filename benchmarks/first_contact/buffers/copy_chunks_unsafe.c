/* unsafe: A copy in chunks of 16 with a shorter last chunk transfers the whole buffer. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define CHUNK 16u

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 100000)
        return 0;

    unsigned char *src = malloc(n);
    unsigned char *dst = calloc(n, 1);
    if (src == NULL || dst == NULL)
        return 0;
    for (unsigned i = 0; i < n; i++)
        src[i] = __VERIFIER_nondet_uchar();

    unsigned done = 0;
    while (done < n) {
        unsigned part = n - done;
        if (part > CHUNK)
            part = CHUNK;
        for (unsigned k = 0; k + 1 < part; k++)
            dst[done + k] = src[done + k];
        done += part;
    }

    assert(done == n);
    for (unsigned i = 0; i < n; i++)
        assert(dst[i] == src[i]);
    return 0;
}
