// What goes in first comes out first.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

struct queue {
  int *items;
  size_t first, last;
};

void enqueue(struct queue *q, int item) { q->items[q->last++] = item; }
int dequeue(struct queue *q) { return q->items[q->first++]; }
int empty(const struct queue *q) { return q->first == q->last; }

int storage[N], expected[N];

int main(void) {
  struct queue q = {storage, 0, 0};
  for (int i = 0; i < N; i++) {
    expected[i] = __VERIFIER_nondet_int();
    enqueue(&q, expected[i]);
  }
  int i = 0;
  while (!empty(&q)) {
    __VERIFIER_assert(dequeue(&q) == expected[i]);
    i++;
  }
  __VERIFIER_assert(i == N);
  return 0;
}
