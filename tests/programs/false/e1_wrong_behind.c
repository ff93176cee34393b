// VERDICT: unsafe. Behind the loop the carried value is that of the last iteration.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "e1_wrong_behind.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!cond) { reach_error(); abort(); } }
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int before = -1;
  for (int i = 0; i < N; i++) {
    a[i] = before;
    before = i;
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == i - 1 && before == N);
  return 0;
}
