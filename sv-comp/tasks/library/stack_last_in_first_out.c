// What goes on top last is taken first.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }

#ifndef N
#define N 100000
#endif

static int stack[N];
static size_t top;

static void push(int value) { stack[top++] = value; }
static int pop(void) { return stack[--top]; }

int main(void) {
  for (int i = 0; i < N; i++)
    push(3 * i);
  for (int i = N - 1; i >= 0; i--)
    __VERIFIER_assert(pop() == 3 * i);
  __VERIFIER_assert(top == 0);
  return 0;
}
