/* safe: the last dot of a path is found, no dot follows it */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 260
#endif

extern char __VERIFIER_nondet_char(void);

static const char *last_dot(const char *path)
{
    const char *dot = NULL;

    while (*path != '\0') {
        if (*path == '.')
            dot = path;
        path++;
    }
    return dot;
}

int main(void)
{
    char path[SIZE];

    for (int i = 0; i < SIZE; i++)
        path[i] = __VERIFIER_nondet_char();
    path[SIZE - 1] = '\0';

    const char *dot = last_dot(path);

    if (dot == NULL) {
        for (int i = 0; path[i] != '\0'; i++)
            assert(path[i] != '.');
    } else {
        assert(*dot == '.');
        for (const char *p = dot + 1; *p != '\0'; p++)
            assert(*p != '.');
    }
    return 0;
}
