/* unsafe: an edge between the first two samples is overlooked */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

int signal_level[SIZE];

int main(void)
{
    int threshold = __VERIFIER_nondet_int();
    int n = __VERIFIER_nondet_int();
    int edge = -1;

    if (n < 1 || n > SIZE)
        return 0;
    for (int i = 0; i < n; i++)
        signal_level[i] = __VERIFIER_nondet_int();

    for (int i = 2; i < n; i++) {
        if (signal_level[i - 1] < threshold && signal_level[i] >= threshold) {
            edge = i;
            break;
        }
    }

    if (edge >= 0) {
        assert(edge > 0 && edge < n);
        assert(signal_level[edge] >= threshold);
        assert(signal_level[edge - 1] < threshold);
    } else if (signal_level[0] < threshold) {
        for (int i = 0; i < n; i++)
            assert(signal_level[i] < threshold);
    }
    return 0;
}
