/* unsafe: A found option has the wanted type and its value lies inside of the message. */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct option {
    unsigned offset;
    unsigned length;
};

/* Each option consists of a type, a length and the value. */
static bool find_option(const unsigned char *msg, unsigned n, unsigned char type, struct option *out)
{
    unsigned at = 0;
    while (n - at >= 2) {
        unsigned length = msg[at + 1];
        if (length > n - at - 2)
            return false;
        if (msg[at] == type) {
            out->offset = at + 1;
            out->length = length;
            return true;
        }
        at += 2 + length;
    }
    return false;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 65535)
        return 0;
    unsigned char *msg = malloc(n);
    if (!msg)
        return 0;
    for (unsigned i = 0; i < n; i++)
        msg[i] = __VERIFIER_nondet_uchar();

    struct option o;
    unsigned char wanted = __VERIFIER_nondet_uchar();
    if (find_option(msg, n, wanted, &o)) {
        assert(o.offset >= 2);
        assert(o.offset + o.length <= n);
        assert(msg[o.offset - 2] == wanted);
    }
    free(msg);
    return 0;
}
