/* safe: a clean page has equal copies, and after the write-back all copies are equal */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);

static uint8_t memory[SIZE];
static uint8_t disk[SIZE];
static bool dirty[SIZE];

static void mark_dirty(void)
{
    for (int p = 0; p < SIZE; p++)
        dirty[p] = memory[p] != disk[p];
}

static void write_back(void)
{
    for (int p = 0; p < SIZE; p++) {
        if (dirty[p]) {
            disk[p] = memory[p];
            dirty[p] = false;
        }
    }
}

int main(void)
{
    for (int p = 0; p < SIZE; p++) {
        memory[p] = __VERIFIER_nondet_uchar();
        disk[p] = __VERIFIER_nondet_uchar();
    }

    mark_dirty();
    for (int p = 0; p < SIZE; p++) {
        if (!dirty[p])
            assert(memory[p] == disk[p]);
    }

    write_back();
    for (int p = 0; p < SIZE; p++) {
        assert(memory[p] == disk[p]);
        assert(!dirty[p]);
    }
    return 0;
}
