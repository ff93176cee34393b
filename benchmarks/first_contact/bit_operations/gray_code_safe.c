/* safe: Neighbouring Gray codes differ in exactly one bit. */
#include <assert.h>

#define BITS 12
#define CODES (1u << BITS)

static unsigned gray[CODES];

static int is_power_of_two(unsigned x)
{
    return x != 0 && (x & (x - 1)) == 0;
}

int main(void)
{
    for (unsigned i = 0; i < CODES; i++)
        gray[i] = i ^ (i >> 1);

    for (unsigned i = 1; i < CODES; i++)
        assert(is_power_of_two(gray[i] ^ gray[i - 1]));
    assert(is_power_of_two(gray[0] ^ gray[CODES - 1]));
    return 0;
}
