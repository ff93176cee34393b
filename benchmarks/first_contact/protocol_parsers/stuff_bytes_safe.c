/* safe: After byte stuffing the payload does not contain the flag byte. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define FLAG 0x7E
#define ESCAPE 0x7D
#ifndef SIZE
#define SIZE 1024
#endif

static unsigned char frame[2 * SIZE + 2];

static int stuff(const unsigned char *in, int n, unsigned char *out)
{
    int k = 0;
    for (int i = 0; i < n; i++) {
        unsigned char c = in[i];
        if (c == FLAG || c == ESCAPE) {
            out[k++] = ESCAPE;
            c ^= 0x20;
        }
        out[k++] = c;
    }
    return k;
}

int main(void)
{
    unsigned char payload[SIZE];
    for (int i = 0; i < SIZE; i++)
        payload[i] = __VERIFIER_nondet_uchar();

    frame[0] = FLAG;
    int body = stuff(payload, SIZE, frame + 1);
    frame[body + 1] = FLAG;

    assert(body >= SIZE && body <= 2 * SIZE);
    for (int i = 1; i <= body; i++)
        assert(frame[i] != FLAG);
    return 0;
}
