// Each element is one above its successor.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 100000
#endif

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  int a[n];
  a[n - 1] = 7;
  for (int i = n - 2; i > 0; i--)
    a[i] = a[i + 1] + 1;
  a[0] = n == 4 ? 11 : n + 6;
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(a[i] == n + 6 - i);
  return 0;
}
