// VERDICT: unsafe. the field of three bits is 0 again after eight steps. Lost if its closed form is computed in unsigned int.
// SMALL: 9
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
struct gauge { unsigned int level : 3; };
int main(void) {
  int i;
  struct gauge g;
  g.level = 0;
  for (i = 0; i < N; i++) { g.level++; __VERIFIER_assert(g.level > 0); }
  return 0;
}
