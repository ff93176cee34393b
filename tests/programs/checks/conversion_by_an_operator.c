#ifndef N
#define N 1000
#endif
extern int __VERIFIER_nondet_int(void);
unsigned char cells[N];
int main(void) {
  int v = __VERIFIER_nondet_int();
  signed char c = 100;
  unsigned char u = 7;
  int n = 0;
  if (v < 0 || v > 99)
    return 0;
  c -= v; // conversion=holds
  u |= v; // conversion=holds
  u <<= 2; // conversion=fails
  c += v; // conversion=holds
  c++; // conversion=holds
  u += v + 200; // conversion=fails
  cells[n++] = v | 0x80; // conversion=holds
  cells[n++] = v * 8; // conversion=fails
  return 0;
}
