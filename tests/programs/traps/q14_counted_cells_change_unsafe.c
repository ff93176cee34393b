// VERDICT: unsafe. a cell that was counted changes before it is counted again, as a text that a search goes through.
// SIZES: 2 3
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N + 1];
int main(void) {
  int count = 0, found = 0, p = 0;
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] == 7)
      count++;
  }
  if (a[N - 1] != 7)
    a[N - 1] = 8;
  else
    a[N - 1] = 6;
  while (1) {
    while (p < N && a[p] != 7)
      p++;
    if (p >= N)
      break;
    found++;
    p++;
  }
  __VERIFIER_assert(found == count);
  return 0;
}
