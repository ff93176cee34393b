/* safe: the files agree before the first difference and differ at it */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);

static char file_a[SIZE], file_b[SIZE];

static int compare(const char *a, const char *b, int n)
{
    int i = 0;
    while (i < n && a[i] == b[i])
        i++;
    return i;
}

int main(void)
{
    int len_a = __VERIFIER_nondet_int();
    int len_b = __VERIFIER_nondet_int();

    if (len_a < 0 || len_a > SIZE || len_b < 0 || len_b > SIZE)
        return 0;
    for (int i = 0; i < len_a; i++)
        file_a[i] = __VERIFIER_nondet_char();
    for (int i = 0; i < len_b; i++)
        file_b[i] = __VERIFIER_nondet_char();

    int shorter = len_a < len_b ? len_a : len_b;
    int at = compare(file_a, file_b, shorter);

    assert(at >= 0 && at <= len_a && at <= len_b);
    for (int i = 0; i < at; i++)
        assert(file_a[i] == file_b[i]);
    if (at < shorter)
        assert(file_a[at] != file_b[at]);
    return 0;
}
