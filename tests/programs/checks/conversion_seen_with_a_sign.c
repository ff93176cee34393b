#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
unsigned char cells[N];
unsigned word;
int main(void) {
  int v = __VERIFIER_nondet_int();
  signed char *p = (signed char *)cells;
  if (v < 0 || v > 255)
    return 0;
  cells[0] = v; // conversion=holds
  for (int i = 0; i < N; i++)
    p[i] = v; // conversion=fails
  ((unsigned char *)&word)[1] = v; // conversion=holds
  ((unsigned char *)&word)[2] = v + 1; // conversion=fails
  return 0;
}
