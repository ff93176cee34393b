/* Which operand is first is not laid down: one that never ends hides no error of the other. */
#ifndef N
#define N 1000
#endif
extern int __VERIFIER_nondet_int(void);
int a[N];
static int wait(unsigned long most) {
  unsigned i = 0;
  while (i < most)
    i++;
  return 1;
}
static int at(int i) {
  return a[i];
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 5)
    n = wait(1UL << 40) + at(N); // assertion=unsafe
  return n;
}
