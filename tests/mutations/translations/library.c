extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern double __VERIFIER_nondet_double(void);
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int main(void) {
  int n = __VERIFIER_nondet_uchar() % 6 + 2, i, r;
  int *a = malloc(n * sizeof(int)), *z = calloc(n, sizeof *z);
  char s[12], t[12];
  int x[5], y[5], wide[511];
  for (i = 0; i < n; i++) a[i] = i + z[i];
  for (i = 0; i < n; i++) r = a[i];
  memset(x, 0, sizeof x);
  for (i = 0; i < 5; i++) { r = x[i]; y[i] = i * 7; }
  memcpy(x, y, 3 * sizeof(int));
  for (i = 0; i < 5; i++) r = x[i];
  memmove(y + 1, y, 3 * sizeof(int));
  for (i = 0; i < 5; i++) r = y[i];
  memmove(y, y + 2, 3 * sizeof(int));
  for (i = 0; i < 5; i++) r = y[i];
  for (i = 0; i < 3; i++) { memmove(y + i, y + 1, 3 * sizeof *y); r = y[2]; }
  for (int k = 254; k < 256; k++) {
    for (i = 0; i < 511; i++) wide[i] = i;
    memmove(&wide[(unsigned char)(k + 1)], &wide[(unsigned char)k], 256 * sizeof(int));
    r = wide[0];
  }
  memset(s, 'q', 11);
  memset(t, -1, 12);
  r = t[3];
  s[n] = 0;
  r = strlen(s);
  strcpy(t, s);
  for (i = 0; i <= n + 1; i++) r = t[i];
  r = strcmp(s, t) == 0;
  t[1] = (char)200;
  r = strcmp(s, t) < 0;
  strncpy(t, "xyz", 6);
  for (i = 0; i < 8; i++) r = t[i];
  printf("%d", i++);
  r = i;
  free(a);
  if (r > 1000) exit(1);
  __VERIFIER_assert(r != 12345678);
  return 0;
}
