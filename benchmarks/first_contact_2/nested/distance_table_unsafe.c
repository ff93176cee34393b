/* unsafe: the mirrored distance lands on the diagonal's row */
#include <assert.h>

#ifndef SIZE
#define SIZE 1000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned dist[SIZE][SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < i; j++) {
            unsigned d = __VERIFIER_nondet_uint();
            dist[i][j] = d;
            dist[j][j] = d;
        }
        dist[i][i] = 0;
    }

    for (int i = 0; i < SIZE; i++) {
        assert(dist[i][i] == 0);
        for (int j = 0; j < SIZE; j++)
            assert(dist[i][j] == dist[j][i]);
    }
    return 0;
}
