// VERDICT: unsafe. The loop may be left early, with a due of its own.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "e3_left_in_the_middle.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!cond) { reach_error(); abort(); } }
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int due = 0;
  int i;
  for (i = 0; i < N; i++) {
    due = -1;
    if (__VERIFIER_nondet_int())
      break;
    a[i] = due;
    due = i + 1;
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(due == N);
  return 0;
}
