/* safe: the search stops at the first cell that holds one of two values */
#include <assert.h>

#ifndef SIZE
#define SIZE 20000
#endif

extern int __VERIFIER_nondet_int(void);

enum outcome { NONE, FIRST, SECOND };

int main(void)
{
    static int queue[SIZE];
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    enum outcome outcome = NONE;
    int at = 0;

    if (x == y)
        return 0;
    for (int i = 0; i < SIZE; i++)
        queue[i] = __VERIFIER_nondet_int();

    while (at < SIZE && outcome == NONE) {
        if (queue[at] == x)
            outcome = FIRST;
        else if (queue[at] == y)
            outcome = SECOND;
        else
            at++;
    }

    switch (outcome) {
    case FIRST:
        assert(queue[at] == x);
        break;
    case SECOND:
        assert(queue[at] == y);
        break;
    default:
        assert(at == SIZE);
    }
    for (int i = 0; i < at; i++)
        assert(queue[i] != x && queue[i] != y);
    return 0;
}
