/* safe: After the scatter each listed slot is marked, and marks are zero or one. */
#include <assert.h>
#include <string.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

#define SLOTS 65536
#ifndef COUNT
#define COUNT 3000
#endif

static unsigned char mark[SLOTS];
static unsigned short list[COUNT];

int main(void)
{
    memset(mark, 0, sizeof mark);

    for (int i = 0; i < COUNT; i++)
        list[i] = __VERIFIER_nondet_ushort();

    for (int i = 0; i < COUNT; i++)
        mark[list[i]] = 1;

    for (int i = 0; i < COUNT; i++)
        assert(mark[list[i]] == 1);
    for (int s = 0; s < SLOTS; s++)
        assert(mark[s] <= 1);
    return 0;
}
