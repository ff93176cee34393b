/* safe: The stack receives positive numbers only, so all that it returns are positive. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef MAX
#define MAX 1000
#endif

static int stack[MAX];
static int top = 0;

static int is_full(void) { return top == MAX; }
static int is_empty(void) { return top == 0; }

int main(void)
{
    int command;

    while ((command = __VERIFIER_nondet_int()) != 0) {
        if (command > 0) {
            if (!is_full())
                stack[top++] = command;
        } else {
            if (is_empty())
                continue;
            int x = stack[--top];
            assert(x > 0);
        }
        assert(0 <= top && top <= MAX);
    }

    for (int i = 0; i < top; i++)
        assert(stack[i] > 0);
    return 0;
}
