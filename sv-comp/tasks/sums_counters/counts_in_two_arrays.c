// What is counted forwards is counted backwards.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#define assert(condition) __VERIFIER_assert(condition)
extern short __VERIFIER_nondet_short(void);

#ifndef N
#define N 100000
#endif

short a[N];

int main(void) {
  int i, forwards = 0, backwards = 0;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_short();
  for (i = 0; i < N; i++)
    forwards += a[i] > 0;
  i = N;
  while (i-- > 0)
    backwards += a[i] > 0;
  assert(forwards == backwards);
  return 0;
}
