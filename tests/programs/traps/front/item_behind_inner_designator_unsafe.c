// VERDICT: unsafe. An item behind a designator of an inner part is the next inner part, not the next outer one.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
struct point { int x, y; };
int main(void) {
  int s = 0;
  struct point p = {1, 2}, q = {3, 4};
  struct { struct { struct point from, to; } line; struct point at; } drawn = {.line.from = p, q};
  for (int i = 0; i < 1000; i++) s += drawn.at.x;
  A(s != 0);
  return 0;
}
