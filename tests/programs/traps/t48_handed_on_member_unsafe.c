// VERDICT: unsafe. out-of-bounds read: at[4] is the total behind the cells, so the program must never be called safe, and no run of it shows a violation (UNKNOWN is a fair answer).
// UNDEFINED
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 1000
#endif
struct sums { int cells[4]; int total; };
struct sums s;
int a[N];
int add(const int at[], int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += at[i];
  return sum;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 5) abort();
  s.total = 1;
  for (int i = 0; i < N; i++) a[i] = add(s.cells, n);
  for (int i = 0; i < N; i++) __VERIFIER_assert(a[i] == 0);
  return 0;
}
