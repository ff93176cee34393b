/* safe: the copy of a text into a short label is terminated and is a prefix of the text */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 100000
#endif
#define LABEL 16

extern char __VERIFIER_nondet_char(void);

static size_t copy_label(char *dst, size_t cap, const char *src)
{
    size_t i = 0;
    if (cap == 0)
        return 0;
    for (; i < cap - 1 && src[i] != '\0'; i++)
        dst[i] = src[i];
    dst[i] = '\0';
    return i;
}

int main(void)
{
    static char title[SIZE];
    char label[LABEL];

    for (int i = 0; i + 1 < SIZE; i++)
        title[i] = __VERIFIER_nondet_char();
    title[SIZE - 1] = '\0';

    size_t n = copy_label(label, sizeof label, title);

    assert(n < LABEL);
    assert(n < SIZE);
    assert(label[n] == '\0');
    for (size_t i = 0; i < n; i++) {
        assert(label[i] != '\0');
        assert(label[i] == title[i]);
    }
    return 0;
}
