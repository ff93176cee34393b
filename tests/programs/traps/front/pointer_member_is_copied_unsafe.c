// VERDICT: unsafe. A copy of a struct points to what the struct points to.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
struct s { int *p; int n; };
int x, y;
int main(void) {
  struct s a = {&x, 1}, b = {&y, 2}, c[2];
  c[1] = a;
  b = c[1];
  for (int i = 0; i < 1000; i++) *b.p = i;
  A(x == 0);
  return 0;
}
