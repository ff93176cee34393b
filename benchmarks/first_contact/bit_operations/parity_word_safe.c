/* safe: With the parity word at the end the exclusive or of the message is zero. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern size_t __VERIFIER_nondet_size_t(void);
extern unsigned __VERIFIER_nondet_uint(void);

static uint32_t parity_of(const uint32_t *w, size_t n)
{
    uint32_t p = 0;
    while (n--)
        p ^= *w++;
    return p;
}

int main(void)
{
    size_t n = __VERIFIER_nondet_size_t();
    if (n > 20000)
        return 0;
    uint32_t *message = malloc((n + 1) * sizeof *message);
    if (message == NULL)
        return 0;

    for (size_t i = 0; i < n; i++)
        message[i] = __VERIFIER_nondet_uint();
    message[n] = parity_of(message, n);

    assert(parity_of(message, n + 1) == 0);
    free(message);
    return 0;
}
