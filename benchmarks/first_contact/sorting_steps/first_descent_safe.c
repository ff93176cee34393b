/* safe: The search returns the first place at which the order is broken, or the length. */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

extern size_t __VERIFIER_nondet_size_t(void);
extern int __VERIFIER_nondet_int(void);

static size_t sorted_until(const int *a, size_t n)
{
    size_t i = 1;
    while (i < n) {
        if (a[i - 1] > a[i])
            return i;
        i++;
    }
    return n;
}

int main(void)
{
    size_t n = __VERIFIER_nondet_size_t();
    if (n < 1 || n > 4096)
        return 0;
    int a[n];
    for (size_t i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();

    size_t end = sorted_until(a, n);
    bool sorted = (end == n);

    for (size_t i = 0; i + 1 < end; i++)
        assert(a[i] <= a[i + 1]);
    if (!sorted)
        assert(a[end - 1] > a[end]);
    return 0;
}
