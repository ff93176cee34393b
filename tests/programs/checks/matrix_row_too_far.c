#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
int m[N][4];
int main(void) {
  for (int i = 0; i < N - 1; i++)
    for (int j = 0; j <= 4; j++)
      m[i][j] = i; // bounds=fails
  return 0;
}
