/* safe: the window moves by one place and the new sample enters at its end */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern short __VERIFIER_nondet_short(void);

struct window {
    short v[SIZE];
};

static struct window win, copy;

static void push_sample(struct window *w, short sample)
{
    size_t i;
    for (i = 0; i < SIZE - 1; i++)
        w->v[i] = w->v[i + 1];
    w->v[i] = sample;
}

int main(void)
{
    for (size_t i = 0; i < SIZE; i++)
        win.v[i] = __VERIFIER_nondet_short();
    copy = win;

    short s = __VERIFIER_nondet_short();
    push_sample(&win, s);

    assert(win.v[SIZE - 1] == s);
    for (size_t i = 1; i < SIZE; i++)
        assert(win.v[i - 1] == copy.v[i]);
    return 0;
}
