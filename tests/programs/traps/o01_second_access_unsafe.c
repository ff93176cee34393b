// VERDICT: unsafe. The first access stays in its array, and the second one writes behind it: a proof under the first alone would be none.
// UNDEFINED
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
struct log { int entry[4]; int limit; };
struct log l;
int a[N];
int main(void) {
  int i, *p = l.entry, n = __VERIFIER_nondet_int();
  l.limit = 1;
  if (n < 0 || n > 4) n = 0;
  for (i = 0; i < 4; i++)
    p[i] = 7;
  p[n] = 0;
  for (i = 0; i < N; i++) a[i] = l.limit;
  for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == 1);
  return 0;
}
