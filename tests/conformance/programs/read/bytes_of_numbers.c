#include <string.h>
extern void __VERIFIER_assert(int); extern int __VERIFIER_nondet_int(void);
int a[100]; unsigned long long w[3]; short s[4];
static unsigned sum(const unsigned char *p, int n) { unsigned r = 0; for (int i = 0; i < n; i++) r += p[i]; return r; }
int main(void) {
  int x = 0x01020304; char *p = (char *)&x; unsigned char *q = (unsigned char *)a;
  __VERIFIER_assert(*p == 4 && p[3] == 1);
  p[1] = -1;
  __VERIFIER_assert(x == 0x0102ff04);
  a[1] = 0x80ff0001;
  __VERIFIER_assert(q[4] == 1 && q[6] == 0xff && ((char *)a)[7] == -128);
  q += 6; *q = 5; q[1] |= 0x40;
  __VERIFIER_assert(a[1] == (int)0xc0050001);
  for (int i = 0; i < 24; i++) ((unsigned char *)w)[i] = i;
  __VERIFIER_assert(w[1] == 0x0f0e0d0c0b0a0908ull && w[2] >> 56 == 23);
  s[2] = -2; __VERIFIER_assert(((signed char *)s)[4] == -2 && ((signed char *)s)[5] == -1);
  __VERIFIER_assert(sum((unsigned char *)&a[1], 4) == 1 + 5 + 0xc0);
  memset((char *)a, 0, sizeof a);
  void *v = a; char *c = v; c[9] = 1;
  __VERIFIER_assert(a[2] == 256 && ((int *)(char *)a)[2] == 256 && (char *)&a[5] - (char *)a == 20);
  return 0;
}
