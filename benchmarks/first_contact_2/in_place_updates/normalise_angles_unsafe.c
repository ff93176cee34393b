/* unsafe: full turns become 360 degrees */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

static int angle[SIZE];
static int raw[SIZE];

int main(void)
{
    int i;

    for (i = 0; i < SIZE; i++) {
        raw[i] = __VERIFIER_nondet_int();
        angle[i] = raw[i];
    }

    i = 0;
    do {
        int a = angle[i] % 360;
        if (a <= 0)
            a += 360;
        angle[i] = a;
        i++;
    } while (i < SIZE);

    for (i = 0; i < SIZE; i++) {
        assert(angle[i] >= 0);
        assert(angle[i] < 360);
        assert(((long long)raw[i] - angle[i]) % 360 == 0);
    }
    return 0;
}
