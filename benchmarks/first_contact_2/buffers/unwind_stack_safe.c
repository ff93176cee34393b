/* safe: values come from the stack in the reverse order */
#include <assert.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

struct stack {
    int *cells;
    int depth;
};

static void push(struct stack *s, int v)
{
    s->cells[s->depth++] = v;
}

static int pop(struct stack *s)
{
    return s->cells[--s->depth];
}

static int in[SIZE], out[SIZE];

int main(void)
{
    struct stack s;

    s.cells = malloc(SIZE * sizeof(int));
    if (s.cells == NULL)
        return 1;
    s.depth = 0;

    for (int i = 0; i < SIZE; i++) {
        in[i] = __VERIFIER_nondet_int();
        push(&s, in[i]);
    }
    for (int i = 0; i < SIZE; i++)
        out[i] = pop(&s);

    assert(s.depth == 0);
    for (int i = 0; i < SIZE; i++)
        assert(out[i] == in[SIZE - 1 - i]);
    free(s.cells);
    return 0;
}
