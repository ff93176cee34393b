// VERDICT: unsafe. case 1 has no break and runs into case 2.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N]; int b[N];
int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    switch (a[i]) {
    case 1: b[i] = 10;
    case 2: b[i] = 20; break;
    default: b[i] = 0;
    }
  }
  for (i = 0; i < N; i++) __VERIFIER_assert(a[i] != 1 || b[i] == 10);
  return 0;
}
