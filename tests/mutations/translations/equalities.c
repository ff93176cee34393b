extern void __VERIFIER_assert(int);
int main(void) {
  int r = 3 > 3;
  r = 2 > 1;
  r = 5 >= 5;
  r = 4 < 4;
  r = 4 <= 4;
  __VERIFIER_assert(r != 12345678);
  return 0;
}
