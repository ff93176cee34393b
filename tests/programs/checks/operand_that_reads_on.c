/* A search comes to an index that is none unless each number of its counter's type is one. */
#ifndef N
#define N 1000
#endif
extern int __VERIFIER_nondet_int(void);
int a[N];
unsigned char seen[256];
static int search(void) {
  unsigned char i = 0;
  while (seen[i] != 7)
    i++;
  return i;
}
static int at(int i) {
  return a[i];
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 5)
    n = search() + at(N); // assertion=unsafe
  return n;
}
