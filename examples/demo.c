/* Ten million sensor readings: clamped, copied, searched for extremes, scaled and walked by pointer.
 *
 * Bounded model checking would have to unroll each of these loops ten million times. Every loop here handles its
 * elements one by one, so a few arbitrarily chosen iterations stand for all of them, and loop shrinking proves the
 * five assertions in seconds:
 *
 *     veriabs verify examples/demo.c
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void); /* any int: the reading of a sensor */

#ifndef READINGS
#define READINGS 10000000
#endif

#define COLDEST (-400) /* tenths of a degree */
#define HOTTEST 850

int raw[READINGS];     /* as they came from the bus */
int clean[READINGS];   /* brought into the range of the sensor */
int archive[READINGS]; /* the copy that is kept */
int alarm[READINGS];   /* 1 where the raw reading was out of range */
int offset[READINGS];  /* distance from the coldest value, in hundredths */

int main(void)
{
    int i;
    int highest = COLDEST;
    int lowest = HOTTEST;
    int *p;

    /* Read, and clamp what is out of range. */
    for (i = 0; i < READINGS; i++) {
        raw[i] = __VERIFIER_nondet_int();
        clean[i] = raw[i];
        if (clean[i] < COLDEST)
            clean[i] = COLDEST;
        if (clean[i] > HOTTEST)
            clean[i] = HOTTEST;
    }

    /* Copy to the archive. */
    for (i = 0; i < READINGS; i++)
        archive[i] = clean[i];

    /* The extremes of the day, in one pass. */
    for (i = 0; i < READINGS; i++) {
        if (clean[i] > highest)
            highest = clean[i];
        if (clean[i] < lowest)
            lowest = clean[i];
    }

    /* Mark the readings that had to be changed. */
    for (i = 0; i < READINGS; i++)
        alarm[i] = raw[i] != clean[i];

    /* Scale, with a pointer that walks along. */
    p = offset;
    for (i = 0; i < READINGS; i++)
        *p++ = (clean[i] - COLDEST) * 10;

    /* Nothing was lost on the way to the archive, and all of it is in range. */
    for (i = 0; i < READINGS; i++)
        assert(archive[i] == clean[i]);
    for (i = 0; i < READINGS; i++)
        assert(COLDEST <= archive[i] && archive[i] <= HOTTEST);

    /* The extremes are extremes. */
    for (i = 0; i < READINGS; i++)
        assert(lowest <= clean[i] && clean[i] <= highest);

    /* A reading without an alarm was stored as it came. */
    for (i = 0; i < READINGS; i++)
        assert(alarm[i] || archive[i] == raw[i]);

    /* Scaling stays in range and can be undone. */
    for (i = 0; i < READINGS; i++)
        assert(offset[i] >= 0 && offset[i] / 10 + COLDEST == clean[i]);

    return 0;
}
