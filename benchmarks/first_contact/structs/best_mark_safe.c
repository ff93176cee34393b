/* safe: The stored best mark of each student is at least as high as each of the marks. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef SIZE
#define SIZE 3000
#endif
#define SUBJECTS 4

struct student {
    unsigned char mark[SUBJECTS];
    unsigned char best;
};

int main(void)
{
    struct student class[SIZE];
    int s, k;

    for (s = 0; s < SIZE; s++)
        for (k = 0; k < SUBJECTS; k++)
            class[s].mark[k] = __VERIFIER_nondet_uchar();

    for (s = 0; s < SIZE; s++) {
        class[s].best = 0;
        for (k = 0; k < SUBJECTS; k++)
            if (class[s].mark[k] > class[s].best)
                class[s].best = class[s].mark[k];
    }

    for (s = 0; s < SIZE; s++)
        for (k = 0; k < SUBJECTS; k++)
            assert(class[s].mark[k] <= class[s].best);
    return 0;
}
