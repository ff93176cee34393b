/* safe: The decoded text is never longer than the encoded text and has no percent sign. */
#include <assert.h>
#include <stddef.h>

extern char __VERIFIER_nondet_char(void);

#ifndef LENGTH
#define LENGTH 2000
#endif

char url[LENGTH];

int main(void)
{
    size_t read = 0, write = 0;

    for (size_t i = 0; i < LENGTH; i++)
        url[i] = __VERIFIER_nondet_char();

    while (read < LENGTH) {
        if (url[read] != '%') {
            url[write++] = url[read++];
        } else if (LENGTH - read >= 3) {
            url[write++] = '_';
            read += 3;
        } else {
            break;
        }
        assert(write <= read);
    }

    for (size_t i = 0; i < write; i++)
        assert(url[i] != '%');
    return 0;
}
