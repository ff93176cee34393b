/* safe: the sum is odd exactly if the number of odd cells is odd */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10000
#endif

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned a[SIZE];

int main(void)
{
    unsigned sum = 0;
    size_t odd = 0;
    bool parity = false;

    for (size_t i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_uint();

    for (size_t i = 0; i < SIZE; i++) {
        sum += a[i];
        if (a[i] & 1u) {
            odd++;
            parity = !parity;
        }
    }

    assert(odd <= SIZE);
    assert(sum % 2 == odd % 2);
    assert(parity == (sum % 2 == 1));
    return 0;
}
