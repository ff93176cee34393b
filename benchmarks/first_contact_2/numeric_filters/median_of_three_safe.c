/* safe: the filtered value of an inner sample is between the extremes of its neighbourhood, and is one of it */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

static int x[SIZE];
static int y[SIZE];

static int min2(int a, int b) { return a < b ? a : b; }
static int max2(int a, int b) { return a > b ? a : b; }

static int median3(int a, int b, int c)
{
    return max2(min2(a, b), min2(max2(a, b), c));
}

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        y[i] = x[i] = __VERIFIER_nondet_int();

    for (int i = 1; i < SIZE - 1; i++)
        y[i] = median3(x[i - 1], x[i], x[i + 1]);

    for (int i = 1; i + 1 < SIZE; i++) {
        int a = x[i - 1], b = x[i], c = x[i + 1];
        assert(y[i] == a || y[i] == b || y[i] == c);
        assert(y[i] >= a || y[i] >= b);
        assert(y[i] >= min2(a, min2(b, c)));
        assert(y[i] <= max2(a, max2(b, c)));
    }
    return 0;
}
