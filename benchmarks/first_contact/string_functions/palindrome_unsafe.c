/* unsafe: if the two indices meet, every character equals its mirror image */
#include <assert.h>
#include <stdbool.h>

#ifndef SIZE
#define SIZE 10001
#endif

extern char __VERIFIER_nondet_char(void);

static bool is_palindrome(const char *s, int n)
{
    int left = 1, right = n - 2;

    while (left < right) {
        if (s[left] != s[right])
            return false;
        left++;
        right--;
    }
    return true;
}

char word[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        word[i] = __VERIFIER_nondet_char();

    if (is_palindrome(word, SIZE)) {
        for (int i = 0; i < SIZE; i++)
            assert(word[i] == word[SIZE - 1 - i]);
    }
    return 0;
}
