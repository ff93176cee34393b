extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int n = __VERIFIER_nondet_int(), hits = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      if (__VERIFIER_nondet_int())
        continue;
      if (hits == 9)
        break;
      hits++;
    }
    __VERIFIER_assert(hits <= 9);
  }
  return 0;
}
