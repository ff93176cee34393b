// VERDICT: safe. A stack holds numbers that were pushed before.
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }

#ifndef N
#define N 100000
#endif

struct stack {
  int *data;
  size_t top, room;
};

static int push(struct stack *s, int number) {
  if (s->top >= s->room)
    return -1;
  s->data[s->top++] = number;
  return 0;
}

static int pop(struct stack *s, int *number) {
  if (s->top == 0)
    return -1;
  *number = s->data[--s->top];
  return 0;
}

int main(void) {
  struct stack s = {malloc(N / 2 * sizeof(int)), 0, N / 2};
  if (s.data == NULL)
    return 1;
  for (int i = 0; i < N; i++) {
    int number;
    if (__VERIFIER_nondet_int())
      push(&s, i);
    else if (pop(&s, &number) == 0)
      __VERIFIER_assert(0 <= number && number < i);
  }
  free(s.data);
  return 0;
}
