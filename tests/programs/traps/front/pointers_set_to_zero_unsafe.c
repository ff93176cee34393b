// VERDICT: unsafe. The pointers of a struct set to zeros are null, also if a loop that may not run sets it.
extern int __VERIFIER_nondet_int(void);
extern void *memset(void *, int, unsigned long);
extern void __VERIFIER_assert(int);
struct cell { int *to; int number; };
int main(void) {
  int x = 3, n = __VERIFIER_nondet_int();
  struct cell c, cells[6];
  c.to = &x;
  c.number = 1;
  for (int i = 0; i < 6; i++) cells[i].to = &x;
  if (n < 0 || n > 6) return 0;
  memset(cells, 0, n * sizeof(struct cell));
  memset(&c, 0, sizeof c);
  __VERIFIER_assert(c.to == 0);
  __VERIFIER_assert(c.number == 0);
  __VERIFIER_assert(n != 5 || cells[4].to == 0);
  __VERIFIER_assert(n != 5 || cells[5].to == 0);
  return 0;
}
