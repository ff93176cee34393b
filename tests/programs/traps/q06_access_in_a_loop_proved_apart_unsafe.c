// VERDICT: unsafe. out-of-bounds write in a loop whose facts are known: a[N] is limit on every usual layout, and what shows the assertion no longer runs the loop.
// UNDEFINED
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
struct { int a[N]; int limit; } s;
int main(void) {
  int i, j, x, t;
  for (i = 0; i < N; i++)
    s.a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N - 1; i++) {
    for (j = 0; j < N - 1 - i; j++)
      if (s.a[j] > s.a[j + 1]) {
        t = s.a[j];
        s.a[j] = s.a[j + 1];
        s.a[j + 1] = t;
      }
    s.a[N] = 1;
  }
  for (x = 0; x < N - 1; x++)
    __VERIFIER_assert(s.a[x] <= s.a[x + 1] && s.limit == 0);
  return 0;
}
