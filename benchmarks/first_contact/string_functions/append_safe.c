/* safe: appending to a buffer of limited size keeps the first part and ends with a null character */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 1000
#endif

extern size_t __VERIFIER_nondet_size_t(void);
extern char __VERIFIER_nondet_char(void);

struct buffer {
    size_t used;
    char data[SIZE];
};

static struct buffer out;

static void append(struct buffer *b, const char *s)
{
    while (*s != '\0' && b->used < SIZE - 1)
        b->data[b->used++] = *s++;
    b->data[b->used] = '\0';
}

int main(void)
{
    char tail[SIZE];
    size_t head = __VERIFIER_nondet_size_t();

    if (head >= SIZE)
        return 0;
    for (size_t i = 0; i < head; i++)
        out.data[i] = 'x';
    out.used = head;

    for (size_t i = 0; i < SIZE; i++)
        tail[i] = __VERIFIER_nondet_char();
    tail[SIZE - 1] = '\0';

    append(&out, tail);

    assert(out.used >= head && out.used < SIZE);
    assert(out.data[out.used] == '\0');
    for (size_t i = 0; i < head; i++)
        assert(out.data[i] == 'x');
    for (size_t i = head; i < out.used; i++)
        assert(out.data[i] == tail[i - head]);
    return 0;
}
