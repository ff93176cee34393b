extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int limit, noise, level, a[8], other[8];
int lower(int x) { if (x > limit) return limit; return x; }
void fill(int v) { for (int i = 0; i < 8; i++) a[i] = v; }
void raise(int by) { if (by > 2) level += by; noise += by; }
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_uchar(), i, sum = 0;
  limit = y + 1;
  noise = x;
  for (i = 0; i < 8; i++) other[i] = noise * i;
  for (i = 0; i < 8; i++) noise += other[i];
  if (noise > 7) noise = 3; else noise--;
  fill(y % 9);
  a[3] = lower(y * 2);
  for (i = 0; i < 8; i++) if (a[i] > 5) sum += a[i]; else if (y & 1) sum--; else noise++;
  raise(y);
  if (y > 100) sum = level; else if (y < 10) sum = -1;
  for (i = 0; i < 8; i++) { if (a[i] == 3) break; sum++; }
  for (i = 0; i < 8; i++) other[i] -= noise;
  for (i = 0; i < 8; i++) noise += other[i];
  while (noise > 50) noise -= 7;
  for (i = 0; i < 8; i++) other[i] = 0;
  noise = other[2];
  __VERIFIER_assert(sum - 1 != 12345678);
  return 0;
}
