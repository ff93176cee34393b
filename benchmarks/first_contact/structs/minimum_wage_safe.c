/* safe: After the raise no employee earns less than the minimum wage. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

#ifndef SIZE
#define SIZE 100000
#endif
#define MINIMUM_WAGE 1200u

struct employee {
    int id;
    unsigned salary;
};

struct employee staff[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        staff[i].id = i;
        staff[i].salary = __VERIFIER_nondet_uint();
    }

    for (int i = 0; i < SIZE; i++) {
        if (staff[i].salary < MINIMUM_WAGE)
            staff[i].salary = MINIMUM_WAGE;
    }

    for (int i = 0; i < SIZE; i++)
        assert(staff[i].salary >= MINIMUM_WAGE && staff[i].id == i);
    return 0;
}
