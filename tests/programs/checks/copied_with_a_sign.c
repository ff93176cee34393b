#ifndef N
#define N 100000
#endif
extern unsigned char __VERIFIER_nondet_uchar(void);
unsigned char cells[N], copies[N];
int main(void) {
  for (int i = 0; i < N; i++)
    cells[i] = __VERIFIER_nondet_uchar();
  const signed char *from = (signed char *)cells;
  signed char *to = (signed char *)copies;
  for (int i = 0; i < N; i++)
    to[i] = from[i]; // bounds=holds
  to[0] = cells[1]; // conversion=fails
  return 0;
}
