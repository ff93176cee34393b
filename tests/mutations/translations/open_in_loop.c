extern void __VERIFIER_assert(int);
int main(void) {
  int r = 0;
  for (int i = 0; i < 3; i++) {
    int t;
    if (i == 1) t = 5;
    r = t;
    t = 9;
  }
  __VERIFIER_assert(r != 12345678);
  return 0;
}
