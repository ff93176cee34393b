/* safe: The copy of a table of records by assignment has equal members everywhere. */
#include <assert.h>
#include <stdlib.h>

extern size_t __VERIFIER_nondet_size_t(void);
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

struct entry {
    char tag;
    int value;
    unsigned serial;
};

int main(void)
{
    size_t n = __VERIFIER_nondet_size_t();
    if (n > 100000)
        return 0;

    struct entry *from = malloc(n * sizeof *from + 1);
    struct entry *to = malloc(n * sizeof *to + 1);
    if (from == NULL || to == NULL) {
        free(from);
        free(to);
        return 0;
    }

    for (size_t i = 0; i < n; ++i) {
        struct entry e = { .tag = __VERIFIER_nondet_char(), .serial = (unsigned)i };
        e.value = __VERIFIER_nondet_int();
        from[i] = e;
    }

    size_t left = n;
    while (left-- > 0)
        to[left] = from[left];

    for (size_t i = 0; i < n; ++i) {
        assert(to[i].tag == from[i].tag);
        assert(to[i].value == from[i].value);
        assert(to[i].serial == i);
    }
    free(from);
    free(to);
    return 0;
}
