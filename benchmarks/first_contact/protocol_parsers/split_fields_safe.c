/* safe: Splitting at commas gives one field more than there are commas. */
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

#ifndef LEN
#define LEN 300
#endif

int main(void)
{
    char line[LEN + 1];
    int start[LEN + 1];
    int commas = 0, fields = 0;

    for (int i = 0; i < LEN; i++) {
        line[i] = __VERIFIER_nondet_char();
        if (line[i] == ',')
            commas++;
    }
    line[LEN] = '\0';

    start[fields++] = 0;
    for (int i = 0; i < LEN; i++) {
        if (line[i] == ',') {
            line[i] = '\0';
            start[fields++] = i + 1;
        }
    }

    assert(fields == commas + 1);
    for (int f = 1; f < fields; f++) {
        assert(start[f - 1] < start[f]);
        assert(line[start[f] - 1] == '\0');
    }
    return 0;
}
