/* safe: after the exchange the front buffer shows what the producer wrote */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

static int plane_a[SIZE], plane_b[SIZE];
static int expected[SIZE];

static int *front = plane_a;
static int *back = plane_b;

static void exchange(void)
{
    int *t = front;
    front = back;
    back = t;
}

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        int v = __VERIFIER_nondet_int();
        back[i] = v;
        expected[i] = v;
    }

    exchange();

    for (int i = 0; i < SIZE; i++)
        back[i] = -1;

    for (int i = 0; i < SIZE; i++)
        assert(front[i] == expected[i]);
    return 0;
}
