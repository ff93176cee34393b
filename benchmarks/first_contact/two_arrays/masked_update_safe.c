/* safe: only the cells with a set mask take the new value */
#include <assert.h>
#include <stdbool.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int screen[SIZE];
static int before[SIZE];
static int image[SIZE];
static bool mask[SIZE];

int main(void)
{
    int i = SIZE;

    while (i > 0) {
        --i;
        before[i] = screen[i] = __VERIFIER_nondet_int();
        image[i] = __VERIFIER_nondet_int();
        mask[i] = __VERIFIER_nondet_bool();
    }

    for (i = 0; i < SIZE; ++i) {
        if (!mask[i])
            continue;
        screen[i] = image[i];
    }

    for (i = 0; i < SIZE; ++i)
        assert(screen[i] == (mask[i] ? image[i] : before[i]));
    return 0;
}
