/* safe: the returned pointer is the first occurrence of the character, NULL means that there is none */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 4096
#endif

extern char __VERIFIER_nondet_char(void);

static char *find_char(char *s, char c)
{
    for (;; s++) {
        if (*s == c)
            return s;
        if (*s == '\0')
            return NULL;
    }
}

int main(void)
{
    char line[SIZE];
    int i;

    for (i = 0; i < SIZE - 1; i++) {
        line[i] = __VERIFIER_nondet_char();
    }
    line[i] = '\0';

    char c = __VERIFIER_nondet_char();
    char *hit = find_char(line, c);

    if (hit != NULL) {
        assert(*hit == c);
        for (char *p = line; p < hit; p++)
            assert(*p != c);
    } else {
        for (i = 0; line[i] != '\0'; i++)
            assert(line[i] != c);
    }
    return 0;
}
