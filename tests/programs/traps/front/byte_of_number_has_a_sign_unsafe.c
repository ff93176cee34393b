// VERDICT: unsafe. The lowest byte of 255 is -1 as a char.
extern void __VERIFIER_assert(int);
int a[10];
int main(void) {
  for (int i = 0; i < 10; i++) a[i] = 255;
  for (int i = 0; i < 10; i++) __VERIFIER_assert(((char *)a)[4 * i] == 255);
  return 0;
}
