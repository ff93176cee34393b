/* safe: merging two sorted arrays gives a sorted array */
#include <assert.h>

#ifndef SIZE
#define SIZE 1000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);

static void fill_sorted(int *v, int n)
{
    int x = 0;

    for (int i = 0; i < n; i++) {
        x += __VERIFIER_nondet_uchar();
        v[i] = x;
    }
}

int main(void)
{
    int a[SIZE], b[SIZE], c[2 * SIZE];
    int i = 0, j = 0, k = 0;

    fill_sorted(a, SIZE);
    fill_sorted(b, SIZE);

    while (i < SIZE && j < SIZE) {
        if (a[i] <= b[j])
            c[k++] = a[i++];
        else
            c[k++] = b[j++];
    }
    while (i < SIZE)
        c[k++] = a[i++];
    while (j < SIZE)
        c[k++] = b[j++];

    assert(k == 2 * SIZE);
    for (k = 1; k < 2 * SIZE; k++)
        assert(c[k - 1] <= c[k]);
    return 0;
}
