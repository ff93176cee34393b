/* safe: two arrays of coordinates and one array of points hold the same numbers */
#include <assert.h>
#include <stdlib.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

struct point {
    int x;
    int y;
};

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 20000)
        return 0;

    struct point *p = malloc(n * sizeof *p);
    int *xs = malloc(n * sizeof *xs);
    int *ys = malloc(n * sizeof *ys);
    if (!p || !xs || !ys)
        abort();

    for (unsigned i = 0; i < n; i++) {
        p[i].x = __VERIFIER_nondet_int();
        p[i].y = __VERIFIER_nondet_int();
    }

    for (unsigned i = 0; i < n; i++)
        xs[i] = p[i].x;
    for (unsigned i = 0; i < n; i++)
        ys[i] = p[i].y;

    for (unsigned i = 0; i < n; i++)
        assert(xs[i] == p[i].x && ys[i] == p[i].y);

    free(p);
    free(xs);
    free(ys);
    return 0;
}
