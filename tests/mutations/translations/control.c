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
int first(int *a, int n, int x) {
  for (int i = 0; i < n; i++) {
    if (a[i] == x) return i;
    if (a[i] < 0) break;
  }
  return -1;
}
int sign(int x) {
  if (x < 0) return -1;
  if (x > 0) return 1;
  return 0;
}
int kind(int x) {
  int r = 0;
  switch (x) {
  case 1: r = 10; break;
  case 2:
  case 3: r = 20; break;
  case -1: return 30;
  default: r = 40;
  }
  return r + 1;
}
void check(int x) { if (x == 12345) __VERIFIER_assert(0); }
int main(void) {
  int a[6], x = __VERIFIER_nondet_int(), sum = 0, i, j;
  __VERIFIER_assume(x > -100 && x < 100);
  for (i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_char();
  for (i = 0; i < 6; i++) {
    if (a[i] == 0) continue;
    sum += a[i];
    if (sum > 200) break;
  }
  i = 0;
  while (1) {
    if (i >= 6) break;
    if (a[i++] > 5) continue;
    sum--;
  }
  i = 0;
  do {
    i++;
    if (i >= 3) continue;
    sum += i;
  } while (i < 5);
  i = 0;
  while (i++ < 5) {
    if (a[0] > 3) break;
  }
  sum += i;
  if (sizeof(int) == 4) sum += 1; else sum += 2;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++) {
      if (j == i) continue;
      if (i + j == 3) break;
      sum += i * j + 1;
    }
  sum += first(a, 6, x);
  sum += sign(x) * 2;
  sum += kind(x);
  j = kind(3);
  if (x > 3) sum = 1;
  else if (x < -3) sum = 2;
  if (!(x > 0)) ; else sum += 5;
  check(x);
  if (x == 77 && sum == 9) __VERIFIER_assert(0);
  __VERIFIER_assert(sum != 12345678);
  return 0;
}
