/* safe: each link of the free list points to a later block, and only the last block ends it */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif
#define NIL (-1)

struct block {
    int next;
    char payload[12];
};

static struct block pool[SIZE];
static int free_head = NIL;

static void pool_init(void)
{
    for (int i = 0; i < SIZE; i++)
        pool[i].next = i + 1;
    pool[SIZE - 1].next = NIL;
    free_head = 0;
}

static int pool_take(void)
{
    int b = free_head;
    if (b != NIL)
        free_head = pool[b].next;
    return b;
}

int main(void)
{
    pool_init();

    for (int i = 0; i < SIZE; i++) {
        int next = pool[i].next;
        if (next == NIL)
            assert(i == SIZE - 1);
        else
            assert(next > i && next < SIZE);
    }

    int taken = pool_take();
    assert(taken == 0);
    assert(free_head == NIL || free_head == 1);
    return 0;
}
