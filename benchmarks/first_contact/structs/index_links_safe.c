/* safe: In a ring that is linked by indices, the previous node of the next node is the node itself. */
#include <assert.h>

#ifndef N
#define N 10000
#endif

struct node {
    int next;
    int prev;
    int payload;
};

static struct node pool[N];

static void link_ring(struct node *p)
{
    for (int i = 0; i < N; i++) {
        p[i].next = i + 1 < N ? i + 1 : 0;
        p[i].prev = i > 0 ? i - 1 : N - 1;
        p[i].payload = 2 * i;
    }
}

int main(void)
{
    link_ring(pool);

    for (int i = 0; i < N; i++) {
        int n = pool[i].next;
        int p = pool[i].prev;
        assert(0 <= n && n < N);
        assert(0 <= p && p < N);
        assert(pool[n].prev == i);
        assert(pool[p].next == i);
    }
    return 0;
}
