// VERDICT: unsafe. A pointer writes to the object that was chosen, and keeps to it.
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int x, y;
int main(void) {
  int n = __VERIFIER_nondet_int(), *p = n > 2 ? &x : &y;
  for (int i = 0; i < 3; i++)
    *p += 1;
  __VERIFIER_assert(x == 0);
  return 0;
}
