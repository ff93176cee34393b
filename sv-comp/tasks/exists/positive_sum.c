// A positive sum has a positive term.
// SIZES: 1 2 3 4

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  long long sum = 0;
  int some = 0;
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    sum += a[i];
  }
  for (int i = 0; i < N; i++)
    some = some || a[i] > 0;
  __VERIFIER_assert(sum <= 0 || some);
  return 0;
}
