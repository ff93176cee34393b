/* safe: the number of words is at most half of the number of characters, rounded up */
#include <assert.h>
#include <stdbool.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern char __VERIFIER_nondet_char(void);

static char text[SIZE + 1];

int main(void)
{
    int words = 0, chars = 0;
    bool inside = false;

    for (int i = 0; i < SIZE; i++)
        text[i] = __VERIFIER_nondet_char();
    text[SIZE] = '\0';

    for (const char *p = text; *p != '\0'; p++) {
        chars++;
        if (*p == ' ' || *p == '\n') {
            inside = false;
        } else if (!inside) {
            inside = true;
            words++;
        }
    }

    assert(chars <= SIZE);
    assert(words <= (chars + 1) / 2);
    if (words == 0)
        assert(chars == 0 || text[0] == ' ' || text[0] == '\n');
    return 0;
}
