// VERDICT: safe. Read backwards: the proof needs the values that the first loop leaves in cells, and that loop carries a value between iterations.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "e4_read_backwards.c", 1, "reach_error"); }
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
  for (int i = N - 1; i >= 0; i--)
    __VERIFIER_assert(a[i] == i - 1);
  return 0;
}
