/* safe: the escaped frame has its end mark only at its end and at most doubles the payload */
#include <assert.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100000
#endif
#define END 0xC0
#define ESC 0xDB
#define ESC_END 0xDC
#define ESC_ESC 0xDD

extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

static uint8_t payload[SIZE];
static uint8_t frame[2 * SIZE + 1];
static int used;

static void put(uint8_t b)
{
    assert(used < 2 * SIZE + 1);
    frame[used++] = b;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();

    if (n < 0 || n > SIZE)
        return 0;
    for (int i = 0; i < n; i++)
        payload[i] = __VERIFIER_nondet_uchar();

    for (int i = 0; i < n; i++) {
        if (payload[i] == END) {
            put(ESC);
            put(ESC_END);
        } else if (payload[i] == ESC) {
            put(ESC);
            put(ESC_ESC);
        } else {
            put(payload[i]);
        }
    }
    put(END);

    assert(used >= n + 1 && used <= 2 * n + 1);
    for (int i = 0; i < used - 1; i++)
        assert(frame[i] != END);
    assert(frame[used - 1] == END);
    return 0;
}
