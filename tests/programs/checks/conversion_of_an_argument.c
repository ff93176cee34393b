#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int id(short s) { return s; }
int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  int s = 0;
  for (int i = 0; i < N; i++)
    s = id(i & 1023); // conversion=holds
  return id(u) + s; // conversion=fails
}
