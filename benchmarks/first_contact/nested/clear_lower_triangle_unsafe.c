/* unsafe: below the diagonal all cells are zero, the others are unchanged */
#include <assert.h>

#ifndef SIZE
#define SIZE 256
#endif

extern int __VERIFIER_nondet_int(void);

static int a[SIZE][SIZE];
static int b[SIZE][SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            a[i][j] = b[i][j] = __VERIFIER_nondet_int();

    for (int i = 1; i < SIZE; i++)
        for (int j = 1; j < i; j++)
            a[i][j] = 0;

    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++) {
            if (j < i)
                assert(a[i][j] == 0);
            else
                assert(a[i][j] == b[i][j]);
        }
    }
    return 0;
}
