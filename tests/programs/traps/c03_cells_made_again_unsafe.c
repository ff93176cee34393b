// VERDICT: unsafe. transforming a text twice gives the text again, except for one character that becomes another one.
// SIZES: 1 2
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
static unsigned char text[N + 1], kept[N + 1];
static unsigned char turned(unsigned char c) {
  if (c > 96 && c <= 109) return c + 13;
  if (c > 109 && c <= 122) return c - 13;
  return c == 96 ? 109 : c;
}
static void turn(unsigned char *s) {
  for (; *s; s++) *s = turned(*s);
}
int main(void) {
  for (int i = 0; i < N; i++) text[i] = kept[i] = __VERIFIER_nondet_uchar();
  text[N] = kept[N] = 0;
  turn(text);
  turn(text);
  for (int i = 0; kept[i]; i++) __VERIFIER_assert(text[i] == kept[i]);
  return 0;
}
