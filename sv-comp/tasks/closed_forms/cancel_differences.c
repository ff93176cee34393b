// The sum of differences is the difference of sums.
// SIZES: 1 2

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
extern short __VERIFIER_nondet_short(void);

#ifndef N
#define N 30000
#endif

short a[N], b[N];
int c[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > N)
    return 0;
  int s = 0, t = 0, u = 0;
  for (int i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_short();
    b[i] = __VERIFIER_nondet_short();
  }
  for (int i = 0; i < n; i++)
    c[i] = a[i] - b[i];
  for (int i = 0; i < n; i++) {
    s += a[i];
    t += b[i];
  }
  for (int i = 0; i < n; i++)
    u += c[i];
  __VERIFIER_assert(u == s - t);
  return 0;
}
