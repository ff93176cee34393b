// The distance is an input; what comes from behind the end is zero.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N], b[N];

int main(void) {
  int i, k = __VERIFIER_nondet_int();
  if (k < 0 || k > N)
    return 0;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) {
    if (i + k < N)
      b[i] = a[i + k];
    else
      b[i] = 0;
  }
  for (i = 0; i < N - k; i++)
    __VERIFIER_assert(b[i] == a[i + k]);
  for (; i < N; i++)
    __VERIFIER_assert(b[i] == 0);
  return 0;
}
