/* safe: a push keeps the heap property: no entry is less than its parent */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);

static int heap[SIZE];
static int count;

static int parent(int i)
{
    return (i - 1) / 2;
}

static void push(int v)
{
    int i = count++;
    while (i > 0 && heap[parent(i)] > v) {
        heap[i] = heap[parent(i)];
        i = parent(i);
    }
    heap[i] = v;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();

    if (n < 0 || n >= SIZE)
        return 0;
    for (int i = 0; i < n; i++) {
        heap[i] = __VERIFIER_nondet_int();
        if (i > 0 && heap[i] < heap[parent(i)])
            heap[i] = heap[parent(i)];
    }
    count = n;

    push(__VERIFIER_nondet_int());

    assert(count == n + 1);
    for (int i = 1; i < count; i++)
        assert(heap[parent(i)] <= heap[i]);
    return 0;
}
