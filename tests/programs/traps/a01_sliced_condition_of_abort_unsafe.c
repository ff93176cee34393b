// VERDICT: unsafe. x is 1, so the loop never aborts. Lost if slicing drops x = 1 but keeps the loop whose break and abort stand under x == 0: then x is 0, every run is blocked and proves anything.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int x, i;
int main(void) {
  int j, r = __VERIFIER_nondet_int();
  x = 1;
  for (i = 0; i < N; i++) { if (x == 0) { if (i == 2) break; abort(); } }
  for (j = 0; j < N; j++) __VERIFIER_assert(r > 0);
  return 0;
}
