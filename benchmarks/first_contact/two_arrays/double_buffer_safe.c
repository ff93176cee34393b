/* safe: after two steps with exchanged buffers every cell has grown by two */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void step(const int *now, int *next, int n)
{
    for (int i = 0; i < n; i++)
        next[i] = now[i] + 1;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 100000)
        return 0;

    int *now = malloc((size_t)n * sizeof(int));
    int *next = malloc((size_t)n * sizeof(int));
    int *start = malloc((size_t)n * sizeof(int));
    if (now == NULL || next == NULL || start == NULL)
        return 0;

    for (int i = 0; i < n; i++) {
        int v = __VERIFIER_nondet_int();
        if (v < -1000 || v > 1000)
            v = 0;
        now[i] = start[i] = v;
    }

    for (int round = 0; round < 2; round++) {
        step(now, next, n);
        int *t = now;
        now = next;
        next = t;
    }

    for (int i = 0; i < n; i++)
        assert(now[i] == start[i] + 2);

    free(now);
    free(next);
    free(start);
    return 0;
}
