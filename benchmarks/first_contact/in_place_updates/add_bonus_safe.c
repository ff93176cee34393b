/* safe: every salary grows by the bonus */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

int salary[SIZE];
int before[SIZE];

int main(void)
{
    int bonus = __VERIFIER_nondet_int();
    if (bonus < 1 || bonus > 1000)
        return 0;

    for (int i = 0; i < SIZE; i++) {
        int s = __VERIFIER_nondet_int();
        if (s < 0 || s > 1000000)
            s = 0;
        salary[i] = s;
        before[i] = s;
    }

    for (int i = 0; i < SIZE; i++)
        salary[i] += bonus;

    for (int i = 0; i < SIZE; i++) {
        assert(salary[i] > before[i]);
        assert(salary[i] - before[i] == bonus);
    }
    return 0;
}
