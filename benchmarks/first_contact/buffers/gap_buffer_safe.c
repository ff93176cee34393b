/* safe: The gap stays inside of the text buffer for any sequence of editing commands. */
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

#ifndef SIZE
#define SIZE 4096
#endif

struct gap_buffer {
    char text[SIZE];
    size_t gap_start;
    size_t gap_end;
};

static void insert(struct gap_buffer *g, char c)
{
    if (g->gap_start < g->gap_end)
        g->text[g->gap_start++] = c;
}

static void left(struct gap_buffer *g)
{
    if (g->gap_start > 0)
        g->text[--g->gap_end] = g->text[--g->gap_start];
}

static void right(struct gap_buffer *g)
{
    if (g->gap_end < SIZE)
        g->text[g->gap_start++] = g->text[g->gap_end++];
}

static void backspace(struct gap_buffer *g)
{
    if (g->gap_start > 0)
        g->gap_start--;
}

int main(void)
{
    static struct gap_buffer g;
    g.gap_start = 0;
    g.gap_end = SIZE;

    for (;;) {
        int key = __VERIFIER_nondet_int();
        if (key == 0)
            break;
        switch (key) {
        case 1: left(&g); break;
        case 2: right(&g); break;
        case 3: backspace(&g); break;
        default: insert(&g, __VERIFIER_nondet_char()); break;
        }
        assert(g.gap_start <= g.gap_end);
        assert(g.gap_end <= SIZE);
    }
    return 0;
}
