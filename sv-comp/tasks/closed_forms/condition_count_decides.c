// A flag is set where all of the elements were counted.
// SIZES: 1 2 3

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
#define N 1000000
#endif

int a[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 0 && n <= N);
  int even = 0, flag = 0;
  for (int i = 0; i < n; i++)
    a[i] = 2 * i;
  for (int i = 0; i < n; i++)
    if (a[i] % 2 == 0)
      even++;
  if (even == n)
    flag = 1;
  __VERIFIER_assert(flag == 1);
  return 0;
}
