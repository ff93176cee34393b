/* unsafe: the copy is equal to the source up to and including the null character */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern char __VERIFIER_nondet_char(void);

char source[SIZE];
char target[SIZE];

static void copy(char *d, const char *s)
{
    while (*s != '\0')
        *d++ = *s++;
}

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        source[i] = __VERIFIER_nondet_char();
        target[i] = '.';
    }
    source[SIZE - 1] = 0;

    copy(target, source);

    int i = 0;
    while (source[i] != 0) {
        assert(target[i] == source[i]);
        i++;
    }
    assert(target[i] == 0);
    return 0;
}
