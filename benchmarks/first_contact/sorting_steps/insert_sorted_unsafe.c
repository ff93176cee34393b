/* unsafe: Insertion of one element into a sorted array keeps the array sorted. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 2000
#endif

int table[N + 1];

int main(void)
{
    int used = 0;
    int value = -1000;

    while (used < N) {
        value += __VERIFIER_nondet_uchar();
        table[used++] = value;
    }

    int x = __VERIFIER_nondet_int();
    int j = used - 1;
    while (j > 0 && table[j] > x) {
        table[j + 1] = table[j];
        j--;
    }
    table[j + 1] = x;
    used++;

    for (int k = 1; k < used; k++)
        assert(table[k - 1] <= table[k]);
    return 0;
}
