/* safe: no separator is left in the record, and each field starts behind a terminator */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);

char record[SIZE + 1];
int field_start[SIZE + 1];

int main(void)
{
    int len = __VERIFIER_nondet_int();
    int fields = 0;

    if (len < 0 || len > SIZE)
        return 0;
    for (int i = 0; i < len; i++) {
        char c = __VERIFIER_nondet_char();
        if (c == '\0')
            c = ';';
        record[i] = c;
    }
    record[len] = '\0';

    field_start[fields++] = 0;
    for (int i = 0; record[i] != '\0'; i++) {
        if (record[i] == ';') {
            record[i] = '\0';
            field_start[fields++] = i + 1;
        }
    }

    assert(fields >= 1 && fields <= len + 1);
    for (int i = 0; i < len; i++)
        assert(record[i] != ';');
    for (int f = 1; f < fields; f++) {
        assert(field_start[f] > 0 && field_start[f] <= len);
        assert(record[field_start[f] - 1] == '\0');
    }
    return 0;
}
