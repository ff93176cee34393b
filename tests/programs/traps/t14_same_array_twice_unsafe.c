// VERDICT: unsafe. both parameters name the same array, so the sum starts from the cell just cleared. Lost if parameters are different arrays.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N]; int old[N];
static void assign(int *to, int *from, int n) {
  for (int i = 0; i < n; i++) { to[i] = 0; to[i] = to[i] + from[i]; }
}
int main(void) {
  int i;
  for (i = 0; i < N; i++) { a[i] = __VERIFIER_nondet_int(); old[i] = a[i]; }
  assign(a, a, N);
  for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == old[i]);
  return 0;
}
