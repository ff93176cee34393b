// VERDICT: unsafe. the bytes of the whole struct are cleared, limit included. Lost if memset on a struct is taken as a write to its first member.
// UNWIND: 40
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
struct log { int entry[4]; int limit; };
int a[N];
int main(void) {
  int i;
  struct log l;
  unsigned char *p = (unsigned char *)&l;
  l.limit = 4;
  for (i = 0; i < (int)sizeof(l); i++) p[i] = 0;
  for (i = 0; i < N; i++) a[i] = l.limit;
  for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == 4);
  return 0;
}
