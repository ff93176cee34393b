/* unsafe: The merge of two sorted arrays is sorted and has all elements. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define LEFT 300
#define RIGHT 500

static unsigned left[LEFT], right[RIGHT], out[LEFT + RIGHT];

static void fill_ascending(unsigned *p, int n)
{
    unsigned last = __VERIFIER_nondet_uchar();
    for (int i = 0; i < n; i++) {
        p[i] = last;
        last += __VERIFIER_nondet_uchar();
    }
}

int main(void)
{
    fill_ascending(left, LEFT);
    fill_ascending(right, RIGHT);

    int i = 0, j = 0, k = 0;
    while (i < LEFT && j < RIGHT) {
        if (left[i] >= right[j])
            out[k++] = left[i++];
        else
            out[k++] = right[j++];
    }
    while (i < LEFT)
        out[k++] = left[i++];
    while (j < RIGHT)
        out[k++] = right[j++];

    assert(k == LEFT + RIGHT);
    for (k = 0; k + 1 < LEFT + RIGHT; k++)
        assert(out[k] <= out[k + 1]);
    return 0;
}
