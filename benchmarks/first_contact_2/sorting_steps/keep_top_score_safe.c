/* safe: entering a score keeps the table in descending order */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

static int top[SIZE];

static void enter(int score)
{
    int i = SIZE - 1;

    if (score <= top[i])
        return;
    while (i > 0 && top[i - 1] < score) {
        top[i] = top[i - 1];
        i--;
    }
    top[i] = score;
}

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        top[i] = __VERIFIER_nondet_int();
        if (i > 0 && top[i] > top[i - 1])
            return 0;
    }

    enter(__VERIFIER_nondet_int());

    for (int i = 1; i < SIZE; i++)
        assert(top[i - 1] >= top[i]);
    return 0;
}
