// VERDICT: unsafe. All may be counted. Lost if a count guarded by a flag is assumed to grow in at most every other iteration.
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
unsigned char text[N];
int main(void) {
  int i, inside = 0, words = 0;
  for (i = 0; i < N; i++) {
    text[i] = __VERIFIER_nondet_uchar();
    if (text[i] == ' ') {
      inside = 0;
    } else if (!inside) {
      inside = text[i] != '-';
      if (!inside) {
        inside = 1;
        words++;
        inside = 0;
      }
    }
  }
  __VERIFIER_assert(words <= (N + 1) / 2);
  return 0;
}
