/* unsafe: the parser stays in the frame after its end */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif
#define STX 0x02
#define ETX 0x03

extern unsigned char __VERIFIER_nondet_uchar(void);

enum state { IDLE, IN_FRAME };

static unsigned char rx[SIZE];

int main(void)
{
    enum state st = IDLE;
    int frames = 0;
    int data_bytes = 0;

    for (int i = 0; i < SIZE; i++)
        rx[i] = __VERIFIER_nondet_uchar();

    for (int i = 0; i < SIZE; i++) {
        switch (st) {
        case IDLE:
            if (rx[i] == STX)
                st = IN_FRAME;
            break;
        case IN_FRAME:
            if (rx[i] == ETX) {
                frames++;
                st = IN_FRAME;
            } else if (rx[i] != STX) {
                data_bytes++;
            }
            break;
        }
    }

    assert(frames >= 0 && data_bytes >= 0);
    assert(2 * frames + data_bytes <= SIZE);
    return 0;
}
