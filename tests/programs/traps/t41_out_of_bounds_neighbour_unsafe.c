// VERDICT: unsafe. out-of-bounds write: p[4] is limit on every usual layout, so the program must never be called safe (UNKNOWN is a fair answer).
// UNDEFINED
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
struct log { int entry[4]; int limit; };
struct log l;
int a[N];
int main(void) {
  int i, *p = l.entry;
  l.limit = 1;
  for (i = 0; i <= 4; i++) p[i] = 0;
  for (i = 0; i < N; i++) a[i] = l.limit;
  for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == 1);
  return 0;
}
