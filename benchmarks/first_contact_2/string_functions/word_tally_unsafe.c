/* unsafe: each character of a word counts as a word */
#include <assert.h>
#include <stdbool.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern char __VERIFIER_nondet_char(void);

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

static char text[SIZE + 1];

int main(void)
{
    int length = 0;
    int words = 0;
    bool inside = false;

    for (int i = 0; i < SIZE; i++)
        text[i] = __VERIFIER_nondet_char();
    text[SIZE] = '\0';

    while (text[length] != '\0') {
        if (is_blank(text[length])) {
            inside = false;
        } else if (!inside) {
            inside = false;
            words++;
        }
        length++;
    }

    assert(length <= SIZE);
    assert(words >= 0);
    assert(2 * words <= length + 1);
    return 0;
}
