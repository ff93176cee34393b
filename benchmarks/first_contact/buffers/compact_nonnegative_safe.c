/* safe: Compaction in place keeps only numbers that are not negative. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef LENGTH
#define LENGTH 100000
#endif

static int compact(int *buffer, int n)
{
    int *write = buffer;
    for (const int *read = buffer; read != buffer + n; ++read) {
        if (*read < 0)
            continue;
        *write++ = *read;
    }
    return (int)(write - buffer);
}

int main(void)
{
    int buffer[LENGTH];
    int negative = 0;

    for (int i = 0; i < LENGTH; i++) {
        buffer[i] = __VERIFIER_nondet_int();
        if (buffer[i] < 0)
            negative++;
    }

    int kept = compact(buffer, LENGTH);

    assert(kept + negative == LENGTH);
    for (int i = 0; i < kept; i++)
        assert(buffer[i] >= 0);
    return 0;
}
