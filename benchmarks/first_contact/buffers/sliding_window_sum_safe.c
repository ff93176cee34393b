/* safe: The sum that the window maintains equals the sum of its cells at the end. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define WINDOW 8
#ifndef SIZE
#define SIZE 50000
#endif

int main(void)
{
    unsigned window[WINDOW] = { 0 };
    unsigned sum = 0;
    int at = 0;

    for (int i = 0; i < SIZE; i++) {
        unsigned x = __VERIFIER_nondet_uchar();
        sum -= window[at];
        window[at] = x;
        sum += x;
        at = (at + 1) % WINDOW;
        assert(sum <= 255u * WINDOW);
    }

    unsigned check = 0;
    for (int k = 0; k < WINDOW; k++)
        check += window[k];
    assert(check == sum);
    return 0;
}
