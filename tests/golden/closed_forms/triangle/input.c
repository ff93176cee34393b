/* Row i of a triangle adds one to the cells up to i. */
extern void __VERIFIER_assert(int);

int a[100000];

int main(void) {
  for (int i = 0; i < 100000; i++)
    for (int j = 0; j <= i; j++) a[j] = a[j] + 1;
  for (int i = 0; i < 100000; i++) __VERIFIER_assert(a[i] == 100000 - i);
  return 0;
}
