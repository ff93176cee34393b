// A counter that stays where its limit is.
// SIZES: 1 4 5

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

#define LIMIT 3

int main(void) {
  int k = 0, hits = 0;
  for (int i = 0; i < N; i++) {
    if (__VERIFIER_nondet_int()) {
      k = k < LIMIT ? k + 1 : k;
      hits++;
    }
  }
  __VERIFIER_assert(k <= LIMIT && k <= hits && (k == hits || k == LIMIT));
  return 0;
}
