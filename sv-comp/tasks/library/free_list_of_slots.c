// A pool whose free slots are linked by their numbers.
// UNWIND: 20

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }

#ifndef N
#define N 100000
#endif

static int next[N];
static int head = -1;

static void release(int slot) {
  next[slot] = head;
  head = slot;
}

static int acquire(void) {
  int slot = head;
  if (slot >= 0)
    head = next[slot];
  return slot;
}

int main(void) {
  for (int i = N - 1; i >= 0; i--)
    release(i);
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(acquire() == i);
  __VERIFIER_assert(acquire() == -1);
  return 0;
}
