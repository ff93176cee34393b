// VERDICT: unsafe. the store cuts 256 down to 0. Lost if cells of an unsigned char array hold integers.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N]; unsigned char b[N];
int main(void) {
  int i;
  for (i = 0; i < N; i++) { a[i] = __VERIFIER_nondet_int(); b[i] = (unsigned char)a[i]; }
  for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == 0 || b[i] != 0);
  return 0;
}
