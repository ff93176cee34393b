/* Initialisers with designators of inner parts. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
struct point { int x, y; };
struct { struct { struct point from, to; } line; struct point at; } drawn;
int seen;
int main(void) {
  int v = __VERIFIER_nondet_int();
  struct point p = {v, 2}, q = {3, v};
  struct { struct { struct point from, to; } line; struct point at; } d = {.line.from = p, q};
  seen = d.line.to.x + 10 * d.at.x;
  __VERIFIER_assert(d.line.to.y == v);
  return 0;
}
