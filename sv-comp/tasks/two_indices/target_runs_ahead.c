// The writing index is one ahead and wraps to the front.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N], b[N];

int main(void) {
  int i, j = N > 1 ? 1 : 0;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) {
    b[j] = a[i];
    j = j + 1 == N ? 0 : j + 1;
  }
  for (i = 0; i + 1 < N; i++)
    __VERIFIER_assert(b[i + 1] == a[i]);
  __VERIFIER_assert(b[0] == a[N - 1]);
  return 0;
}
