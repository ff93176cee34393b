// VERDICT: unsafe. the loop that fills the table begins behind its first cell.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
unsigned char a[N];
unsigned table[256], weight = 9;
unsigned code(unsigned c) {
  for (int k = 0; k < 4; k++)
    c = c & 1 ? (c >> 1) ^ 3988292384u : (c >> 1) + weight;
  return c;
}
int main(void) {
  unsigned s = 0, t = 0;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (unsigned n = 1; n < 256; n++)
    table[n] = code(n);
  for (int i = 0; i < N; i++)
    s = code((s ^ a[i]) & 255) + (s >> 8);
  for (int i = 0; i < N; i++)
    t = table[(t ^ a[i]) & 255] + (t >> 8);
  __VERIFIER_assert(s == t);
  return 0;
}
