/* safe: every sample is between the reported valley and the reported peak */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern short __VERIFIER_nondet_short(void);

static void extremes(const short *p, const short *end, short *lo, short *hi)
{
    *lo = *p;
    *hi = *p;
    for (p++; p < end; p++) {
        if (*p < *lo)
            *lo = *p;
        else if (*p > *hi)
            *hi = *p;
    }
}

int main(void)
{
    short wave[SIZE];
    short valley, peak;

    for (int i = 0; i < SIZE; i++)
        wave[i] = __VERIFIER_nondet_short();

    extremes(wave, wave + SIZE, &valley, &peak);

    for (int i = 0; i < SIZE; i++) {
        assert(wave[i] >= valley);
        assert(wave[i] <= peak);
    }
    return 0;
}
