#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_int() & 127; // conversion=holds
  if (c > 3)
    c = 300; // conversion=fails
  return c;
}
