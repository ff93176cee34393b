/* unsafe: an empty stack can be popped */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static int stack[SIZE];
static int sp;

int main(void)
{
    unsigned steps = __VERIFIER_nondet_uint();
    if (steps > 1000000)
        return 0;

    while (steps-- > 0) {
        int op = __VERIFIER_nondet_int();
        switch (op) {
        case 0:
            if (sp < SIZE) {
                assert(sp >= 0);
                stack[sp++] = __VERIFIER_nondet_int();
            }
            break;
        case 1:
            if (sp >= 0)
                sp--;
            break;
        case 2:
            if (sp >= 2) {
                assert(sp <= SIZE);
                stack[sp - 2] ^= stack[sp - 1];
                sp--;
            }
            break;
        default:
            sp = 0;
            break;
        }
        assert(sp >= 0 && sp <= SIZE);
    }
    return 0;
}
