/* safe: Each output of the downsampling is the larger one of its two inputs. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef SIZE
#define SIZE 50000
#endif

int fine[2 * SIZE];
int coarse[SIZE];

int main(void)
{
    int i, j;

    for (i = 0; i < 2 * SIZE; i++)
        fine[i] = __VERIFIER_nondet_int();

    for (i = 0, j = 0; j < SIZE; i += 2, j++)
        coarse[j] = fine[i] > fine[i + 1] ? fine[i] : fine[i + 1];

    for (i = 0; i < 2 * SIZE; i++)
        assert(coarse[i / 2] >= fine[i]);
    for (j = 0; j < SIZE; j++)
        assert(coarse[j] == fine[2 * j] || coarse[j] == fine[2 * j + 1]);
    return 0;
}
