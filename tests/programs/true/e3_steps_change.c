// VERDICT: safe. A bonus is given from an index on; what each cell takes is carried.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "e3_steps_change.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!cond) { reach_error(); abort(); } }
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 100000
#endif
int a[N], b[N];

int main(void) {
  int due = 0;
  for (int i = 0; i < N; i++) {
    b[i] = __VERIFIER_nondet_int();
    if (b[i] < due)
      b[i] = due;
    due = i < 10 ? i + 1 : 10;
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(b[i] >= 10 || b[i] >= i);
  return 0;
}
