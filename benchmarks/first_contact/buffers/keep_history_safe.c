/* safe: A history of the last ten ticks holds exactly these ticks. */
#include <assert.h>

#define KEEP 10
#ifndef SIZE
#define SIZE 100000
#endif

int main(void)
{
    int history[KEEP];
    int next = 0;
    int stored = 0;

    for (int tick = 0; tick < SIZE; tick++) {
        history[next] = tick;
        next = next + 1 == KEEP ? 0 : next + 1;
        if (stored < KEEP)
            stored++;
    }

    assert(stored <= KEEP);
    for (int k = 0; k < stored; k++) {
        assert(history[k] >= SIZE - KEEP);
        assert(history[k] < SIZE);
    }
    return 0;
}
