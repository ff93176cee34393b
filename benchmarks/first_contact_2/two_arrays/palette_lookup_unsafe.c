/* unsafe: the index SIZE passes the check */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif
#define FALLBACK 0

extern int __VERIFIER_nondet_int(void);

static int palette[SIZE];
static int picture[SIZE];
static int shown[SIZE];

static int color_of(int index)
{
    if (index < 0 || index > SIZE)
        return FALLBACK;
    assert(index >= 0 && index < SIZE);
    return palette[index];
}

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        palette[i] = __VERIFIER_nondet_int();
        picture[i] = __VERIFIER_nondet_int();
    }

    for (int i = 0; i < SIZE; i++)
        shown[i] = color_of(picture[i]);

    for (int i = 0; i < SIZE; i++) {
        int index = picture[i];
        if (index >= 0 && index < SIZE)
            assert(shown[i] == palette[index]);
        else
            assert(shown[i] == FALLBACK);
    }
    return 0;
}
