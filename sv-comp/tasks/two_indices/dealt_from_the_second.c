// Cards are dealt to two players in turn, from the second one on.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int cards[2 * N], left[N + 1], right[N + 1];

int main(void) {
  int *l = left, *r = right;
  for (int i = 0; i < 2 * N; i++)
    cards[i] = __VERIFIER_nondet_int();
  for (int i = 1; i < 2 * N; i++) {
    if (i & 1)
      *r++ = cards[i];
    else
      *l++ = cards[i];
  }
  for (int k = 0; k < N; k++) {
    __VERIFIER_assert(right[k] == cards[2 * k + 1]);
    __VERIFIER_assert(left[k] == cards[2 * k]);
  }
  return 0;
}
