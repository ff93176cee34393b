// VERDICT: unsafe. A simpler counterexample does not come to a call that the first one came to.
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "laboratory.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#define N 1
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > N) abort();
  unsigned int a2[N + 2];
  for (int i1 = 0; i1 < n; i1 = i1 + 1) {
    a2[i1] = __VERIFIER_nondet_uchar();
  }
  if (!n) {
    for (int x4 = 0; x4 < n; x4++) {
      __VERIFIER_assert(a2[x4] >= 0 && a2[x4] < 255);
    }
  }
  for (int x5 = 0; x5 < n; x5++) {
    __VERIFIER_assert(a2[x5] >= 0 && a2[x5] <= 255);
  }
  __VERIFIER_assert(n < n);
  return 0;
}
