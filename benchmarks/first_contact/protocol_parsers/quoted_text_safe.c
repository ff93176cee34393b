/* safe: The state of the scanner says if the number of quotes is odd. */
#include <assert.h>
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);

enum state { OUTSIDE, INSIDE };

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 500000)
        return 0;
    char *text = malloc((size_t)n);
    if (text == NULL)
        return 0;
    for (int i = 0; i < n; i++)
        text[i] = __VERIFIER_nondet_char();

    enum state s = OUTSIDE;
    unsigned quotes = 0;
    for (int i = 0; i < n; i++) {
        if (text[i] != '"')
            continue;
        quotes++;
        switch (s) {
        case OUTSIDE:
            s = INSIDE;
            break;
        case INSIDE:
            s = OUTSIDE;
            break;
        }
    }

    if (s == INSIDE)
        assert(quotes % 2 == 1);
    else
        assert(quotes % 2 == 0);
    free(text);
    return 0;
}
