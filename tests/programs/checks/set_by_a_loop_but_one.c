/* A loop that goes through all cells, and leaves one of them out. */
#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char text[N];
  for (int i = 0; i < N; i++)
    if (i != 3)
      text[i] = 1;
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k >= 4)
    return 0;
  return text[k]; // uninitialised=fails
}
