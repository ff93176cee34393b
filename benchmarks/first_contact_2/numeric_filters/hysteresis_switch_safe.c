/* safe: the heater is on below the lower limit, off above the upper limit, and else keeps its state */
#include <assert.h>
#include <stdbool.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

static int temperature[SIZE];
static bool heater[SIZE];

int main(void)
{
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();
    bool on = false;

    if (low >= high)
        return 0;
    for (int i = 0; i < SIZE; i++)
        temperature[i] = __VERIFIER_nondet_int();

    for (int i = 0; i < SIZE; i++) {
        if (temperature[i] < low)
            on = true;
        else if (temperature[i] > high)
            on = false;
        heater[i] = on;
    }

    for (int i = 0; i < SIZE; i++) {
        if (temperature[i] < low)
            assert(heater[i]);
        else if (temperature[i] > high)
            assert(!heater[i]);
        else if (i > 0)
            assert(heater[i] == heater[i - 1]);
    }
    return 0;
}
