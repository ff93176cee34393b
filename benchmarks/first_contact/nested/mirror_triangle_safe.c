/* safe: copying the upper triangle to the lower one makes the matrix symmetric */
#include <assert.h>

#ifndef SIZE
#define SIZE 300
#endif

extern int __VERIFIER_nondet_int(void);

static int distance[SIZE][SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        distance[i][i] = 0;
        for (int j = i + 1; j < SIZE; j++)
            distance[i][j] = __VERIFIER_nondet_int();
    }

    for (int i = 0; i < SIZE; i++)
        for (int j = i + 1; j < SIZE; j++)
            distance[j][i] = distance[i][j];

    for (int i = 0; i < SIZE; i++) {
        assert(distance[i][i] == 0);
        for (int j = 0; j < SIZE; j++)
            assert(distance[i][j] == distance[j][i]);
    }
    return 0;
}
