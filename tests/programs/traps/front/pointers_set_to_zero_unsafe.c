// VERDICT: unsafe. Of a struct that is set to zeros the pointers are null, also where that is done in a loop that may not run.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void *memset(void *, int, unsigned long);
void reach_error(void) {}
void __VERIFIER_assert(int cond) { if (!cond) { reach_error(); abort(); } }
struct cell { int *to; int number; };
int main(void) {
  int x = 3, n = __VERIFIER_nondet_int();
  struct cell c, cells[4];
  c.to = &x;
  c.number = 1;
  for (int i = 0; i < 4; i++) cells[i].to = &x;
  if (n < 0 || n > 4) return 0;
  memset(cells, 0, n * sizeof(struct cell));
  memset(&c, 0, sizeof c);
  __VERIFIER_assert(c.to == 0);
  __VERIFIER_assert(c.number == 0);
  __VERIFIER_assert(n != 3 || cells[2].to == 0);
  __VERIFIER_assert(n != 2 || cells[2].to == 0);
  return 0;
}
