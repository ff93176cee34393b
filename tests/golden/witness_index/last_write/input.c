extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int positive[1000];
int main(void) {
  int n = 0;
  for (int i = 0; i < 1000; i++) {
    int v = __VERIFIER_nondet_int();
    if (v > 0) positive[n++] = v;
  }
  for (int i = 0; i < 1000; i++) __VERIFIER_assert(positive[i] >= 0);
  return 0;
}
