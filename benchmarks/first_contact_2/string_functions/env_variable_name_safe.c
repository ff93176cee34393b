/* safe: the converted name has only upper-case letters, digits and underscores */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern char __VERIFIER_nondet_char(void);

static char convert(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c;
    if (c >= '0' && c <= '9')
        return c;
    if (c >= 'a' && c <= 'z')
        return (char)(c - 'a' + 'A');
    return '_';
}

int main(void)
{
    char name[SIZE];

    for (int i = 0; i < SIZE - 1; i++)
        name[i] = __VERIFIER_nondet_char();
    name[SIZE - 1] = '\0';

    for (char *p = name; *p != '\0'; p++)
        *p = convert(*p);

    for (int i = 0; name[i] != '\0'; i++) {
        char c = name[i];
        assert((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_');
    }
    return 0;
}
