extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, y = 0;
  while (x < n) {
    x++;
    y += 2;
  }
  __VERIFIER_assert(y == 2 * x);
  return 0;
}
