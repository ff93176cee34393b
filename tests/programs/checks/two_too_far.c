#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[8], b[16], *p = a, *q = b;
  if (__VERIFIER_nondet_int() == 1)
    for (int i = 0; i < 9; i++)
      *p++ = 0; // bounds=fails
  else
    for (int i = 0; i < 17; i++)
      *q++ = 0; // bounds=fails
  return 0;
}
