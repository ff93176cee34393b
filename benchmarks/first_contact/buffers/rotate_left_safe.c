/* safe: Rotation by one place moves each value to its left neighbour and the first to the end. */
#include <assert.h>

extern long __VERIFIER_nondet_long(void);

#ifndef SIZE
#define SIZE 20000
#endif

long buffer[SIZE], before[SIZE];

static void rotate_left(long *p, int n)
{
    long first = *p;
    int i = 0;
    while (i < n - 1) {
        p[i] = p[i + 1];
        i++;
    }
    p[i] = first;
}

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        before[i] = buffer[i] = __VERIFIER_nondet_long();

    rotate_left(buffer, SIZE);

    for (int i = 0; i < SIZE; i++)
        assert(buffer[i] == before[(i + 1) % SIZE]);
    return 0;
}
