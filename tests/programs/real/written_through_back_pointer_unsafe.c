/* run: --function divide --check div-by-zero; the pointer that the caller chose leads to a->n */
struct a { int *other; int n; };
extern int *get(struct a **);
extern struct a *given(void);
int divide(struct a *a) {
  struct a *b = given();
  if (!b) return 0;
  a->n = 1;
  b->n = 0;
  return 10 / a->n;
}
