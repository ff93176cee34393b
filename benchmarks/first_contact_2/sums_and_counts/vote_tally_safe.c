/* safe: the three kinds of votes add up to the number of ballots */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

static int ballot[SIZE];

struct result {
    int yes, no, abstain;
};

static void count(struct result *r, int n)
{
    for (int i = 0; i < n; i++) {
        switch (ballot[i]) {
        case 1:
            r->yes++;
            break;
        case -1:
            r->no++;
            break;
        default:
            r->abstain++;
            break;
        }
    }
}

int main(void)
{
    struct result r = { 0, 0, 0 };
    int n = __VERIFIER_nondet_int();

    if (n < 0 || n > SIZE)
        return 0;
    for (int i = 0; i < n; i++)
        ballot[i] = __VERIFIER_nondet_int();

    count(&r, n);

    assert(r.yes + r.no + r.abstain == n);
    assert(r.yes <= n && r.no <= n && r.abstain <= n);
    return 0;
}
