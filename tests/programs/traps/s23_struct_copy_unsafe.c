// VERDICT: unsafe. the copy of a whole struct also replaces y. Lost if a struct assignment counts as a write of the field last named.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
struct pair { int x; int y; };
struct pair p[N];
int main(void) {
  int i;
  struct pair fresh;
  fresh.x = 3;
  fresh.y = 0;
  for (i = 0; i < N; i++) { p[i].x = 1; p[i].y = 2; }
  for (i = 0; i < N; i++) { p[i] = fresh; p[i].x = 1; }
  for (i = 0; i < N; i++) __VERIFIER_assert(p[i].x == 1 && p[i].y == 2);
  return 0;
}
