/* safe: the joined array has the cells of the first array, then the cells of the second one */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *make_input(int n)
{
    int *v = malloc((size_t)n * sizeof *v);

    if (v == NULL)
        exit(0);
    for (int i = 0; i < n; i++)
        v[i] = __VERIFIER_nondet_int();
    return v;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int m = __VERIFIER_nondet_int();
    if (n < 1 || m < 1 || n > 10000 || m > 10000)
        return 0;

    int *a = make_input(n);
    int *b = make_input(m);
    int *joined = malloc((size_t)(n + m) * sizeof *joined);
    if (joined == NULL)
        return 0;

    for (int i = 0; i < n; i++)
        joined[i] = a[i];
    for (int i = 0; i < m; i++)
        joined[n + i] = b[i];

    for (int i = 0; i < n + m; i++) {
        if (i < n)
            assert(joined[i] == a[i]);
        else
            assert(joined[i] == b[i - n]);
    }
    return 0;
}
