/* safe: the base name of a path contains no slash */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern char __VERIFIER_nondet_char(void);

static const char *base_name(const char *path)
{
    const char *base = path;
    for (const char *p = path; *p; p++) {
        if (*p == '/')
            base = p + 1;
    }
    return base;
}

int main(void)
{
    char path[SIZE];
    int i;

    for (i = 0; i < SIZE - 1; i++)
        path[i] = __VERIFIER_nondet_char();
    path[i] = 0;

    const char *name = base_name(path);

    assert(name >= path && name < path + SIZE);
    while (*name) {
        assert(*name != '/');
        name++;
    }
    return 0;
}
