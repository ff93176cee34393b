// VERDICT: unsafe. The byte pointer has moved since its conversion: memset does not set the original object from its start.
extern void __VERIFIER_assert(int);
extern void *memset(void *, int, unsigned long);
int a[10];
int main(void) {
  char *p = (char *)a;
  a[0] = 1; a[2] = 1;
  p += 8;
  memset(p, 0, 4);
  __VERIFIER_assert(a[0] == 0 || a[2] == 1);
  return 0;
}
