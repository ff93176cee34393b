extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int a[1000];

int main(void) {
  int i, j = 0;
  for (i = 0; i < 1000; i++) {
    if (a[i] < 0) {
      a[j] = a[i];
      j++;
    }
  }
  __VERIFIER_assert(j <= i);
  return 0;
}
