/* safe: "all valid" is reported exactly if every reading is inside the limits */
#include <assert.h>
#include <stdlib.h>

#define LOWEST (-40)
#define HIGHEST 85

extern int __VERIFIER_nondet_int(void);

static int is_valid(int celsius)
{
    return celsius >= LOWEST && celsius <= HIGHEST;
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count <= 0 || count > 100000)
        return 0;

    int *reading = malloc((size_t)count * sizeof *reading);
    if (reading == NULL)
        abort();

    for (int i = 0; i < count; i++)
        reading[i] = __VERIFIER_nondet_int();

    int bad = -1;
    int i = 0;
    do {
        if (!is_valid(reading[i]))
            bad = i;
        i++;
    } while (bad < 0 && i < count);

    if (bad == -1) {
        for (int j = 0; j < count; j++)
            assert(reading[j] >= LOWEST && reading[j] <= HIGHEST);
    } else {
        assert(reading[bad] < LOWEST || reading[bad] > HIGHEST);
        for (int j = 0; j < bad; j++)
            assert(is_valid(reading[j]));
    }

    free(reading);
    return 0;
}
