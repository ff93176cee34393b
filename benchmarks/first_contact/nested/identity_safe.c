/* safe: the identity matrix is one on the diagonal and zero elsewhere */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 500)
        return 0;

    double *e = malloc((size_t)n * (size_t)n * sizeof *e);
    if (e == NULL)
        return 0;

    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            e[i * n + j] = 0.0;
        e[i * n + i] = 1.0;
    }

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            assert(e[i * n + j] == (i == j ? 1.0 : 0.0));
    free(e);
    return 0;
}
