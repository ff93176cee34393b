/* safe: the field of fixed width holds the text, followed by null characters only */
#include <assert.h>

#ifndef SIZE
#define SIZE 512
#endif
#define SOURCE_SIZE (2 * SIZE)

extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char source[SOURCE_SIZE];
    char field[SIZE];
    int i;

    for (i = 0; i < SOURCE_SIZE - 1; i++)
        source[i] = __VERIFIER_nondet_char();
    source[SOURCE_SIZE - 1] = '\0';

    for (i = 0; i < SIZE && source[i] != '\0'; i++)
        field[i] = source[i];
    int used = i;
    for (; i < SIZE; i++)
        field[i] = '\0';

    for (i = 0; i < used; i++)
        assert(field[i] == source[i] && field[i] != '\0');
    for (i = used; i < SIZE; i++)
        assert(field[i] == '\0');
    if (used < SIZE)
        assert(source[used] == '\0');
    return 0;
}
