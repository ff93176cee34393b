#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
int main(void) {
  short s = 0;
  for (int i = 0; i < N; i++)
    s++; // overflow=holds conversion=fails
  return s;
}
