/* safe: the reversed string has the same characters from the back */
#include <assert.h>
#include <stdlib.h>

extern size_t __VERIFIER_nondet_size_t(void);
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    size_t len = __VERIFIER_nondet_size_t();
    if (len > 50000)
        return 0;

    char *word = malloc(len + 1);
    char *back = malloc(len + 1);
    if (word == NULL || back == NULL)
        abort();

    for (size_t i = 0; i < len; i++) {
        char c = __VERIFIER_nondet_char();
        word[i] = c != '\0' ? c : '?';
    }
    word[len] = '\0';

    for (size_t i = 0; i < len; i++)
        back[len - 1 - i] = word[i];
    back[len] = '\0';

    for (size_t i = 0; i < len; i++)
        assert(back[i] == word[len - 1 - i]);
    for (size_t i = 0; i < len; i++)
        assert(back[i] != '\0');
    assert(back[len] == '\0');

    free(back);
    free(word);
    return 0;
}
