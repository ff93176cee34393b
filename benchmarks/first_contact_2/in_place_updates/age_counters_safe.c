/* safe: aging lowers each counter by at most one and never below zero */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned int age[SIZE];
static unsigned int old_age[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        age[i] = __VERIFIER_nondet_uint();
        old_age[i] = age[i];
    }

    for (int i = 0; i < SIZE; i++) {
        if (age[i] != 0)
            age[i]--;
    }

    for (int i = 0; i < SIZE; i++) {
        assert(age[i] <= old_age[i]);
        assert(old_age[i] - age[i] <= 1);
    }
    return 0;
}
