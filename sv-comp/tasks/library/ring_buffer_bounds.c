// Whatever is put and got, a ring buffer keeps its limits.
// UNWIND: 20
// SIZES: 1 4 18

#include <stdbool.h>
#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

#define CAPACITY 16
struct ring {
  int data[CAPACITY];
  size_t head, tail, count;
};

static struct ring queue;

static bool put(struct ring *r, int value) {
  if (r->count == CAPACITY)
    return false;
  r->data[r->tail] = value;
  r->tail = (r->tail + 1) % CAPACITY;
  r->count++;
  return true;
}

static bool get(struct ring *r, int *value) {
  if (r->count == 0)
    return false;
  *value = r->data[r->head];
  r->head++;
  if (r->head == CAPACITY)
    r->head = 0;
  r->count--;
  return true;
}

int main(void) {
  int value = 0;
  for (int i = 0; i < N; i++) {
    if (__VERIFIER_nondet_int() & 1)
      put(&queue, i);
    else
      get(&queue, &value);
    __VERIFIER_assert(queue.head < CAPACITY && queue.tail < CAPACITY && queue.count <= CAPACITY);
    __VERIFIER_assert((queue.head + queue.count) % CAPACITY == queue.tail);
  }
  return value < 0;
}
