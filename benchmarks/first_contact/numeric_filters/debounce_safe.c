/* safe: The debounced signal changes only after the input was stable for three samples. */
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

#ifndef SIZE
#define SIZE 9000
#endif

int main(void)
{
    bool pin[SIZE], clean[SIZE];
    bool output = false;
    int stable = 0;

    for (int i = 0; i < SIZE; i++)
        pin[i] = __VERIFIER_nondet_bool();

    for (int i = 0; i < SIZE; i++) {
        if (pin[i] == output) {
            stable = 0;
        } else if (++stable == 3) {
            output = pin[i];
            stable = 0;
        }
        clean[i] = output;
    }

    assert(!clean[0] && !clean[1]);
    for (int i = 2; i < SIZE; i++) {
        if (clean[i] != clean[i - 1]) {
            assert(pin[i] == clean[i]);
            assert(pin[i - 1] == pin[i]);
            assert(pin[i - 2] == pin[i]);
        }
    }
    return 0;
}
