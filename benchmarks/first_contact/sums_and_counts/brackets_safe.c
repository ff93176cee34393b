/* safe: for accepted text, the depth is never negative, and the numbers of brackets are equal */
#include <assert.h>
#include <stdbool.h>

#ifndef SIZE
#define SIZE 20000
#endif

extern char __VERIFIER_nondet_char(void);

static char text[SIZE];

int main(void)
{
    int depth = 0, deepest = 0;
    int opened = 0, closed = 0;
    bool ok = true;

    for (int i = 0; i < SIZE; i++)
        text[i] = __VERIFIER_nondet_char();

    for (int i = 0; i < SIZE && ok; i++) {
        switch (text[i]) {
        case '(':
            opened++;
            depth++;
            if (depth > deepest)
                deepest = depth;
            break;
        case ')':
            if (depth == 0) {
                ok = false;
                break;
            }
            closed++;
            depth--;
            break;
        default:
            break;
        }
    }

    assert(depth >= 0);
    assert(opened - closed == depth);
    assert(deepest <= opened);
    if (ok && depth == 0)
        assert(opened == closed);
    return 0;
}
