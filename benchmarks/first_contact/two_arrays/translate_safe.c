/* safe: translation through a table and through the inverse table gives the text back */
#include <assert.h>

#ifndef SIZE
#define SIZE 30000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char text[SIZE], coded[SIZE];
static unsigned char table[256], inverse[256];

int main(void)
{
    unsigned char key = __VERIFIER_nondet_uchar();

    for (int c = 0; c < 256; c++) {
        table[c] = (unsigned char)(c + key);
        inverse[c] = (unsigned char)(c - key);
    }
    for (int i = 0; i < SIZE; i++)
        text[i] = __VERIFIER_nondet_uchar();

    for (int i = 0; i < SIZE; i++)
        coded[i] = table[text[i]];

    for (int i = 0; i < SIZE; i++)
        assert(inverse[coded[i]] == text[i]);
    return 0;
}
