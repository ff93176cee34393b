// VERDICT: unsafe. Without what it does not need, a printed slice has its `else` at another `if`.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
extern void __VERIFIER_assert(int);
#define N 1000
int a[N], j[N];
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  int p = 1, q = __VERIFIER_nondet_uint() & 1, x = 0;
  for (int i = 0; i < N; i++) if (i == 777 && k * 2654435761u == 3000012345u) p = 0;
  j[0] = k + 0;
  j[1] = k + 1;
  j[2] = k + 2;
  j[3] = k + 3;
  j[4] = k + 4;
  j[5] = k + 5;
  j[6] = k + 6;
  j[7] = k + 7;
  j[8] = k + 8;
  j[9] = k + 9;
  j[10] = k + 10;
  j[11] = k + 11;
  j[12] = k + 12;
  j[13] = k + 13;
  j[14] = k + 14;
  j[15] = k + 15;
  j[16] = k + 16;
  j[17] = k + 17;
  j[18] = k + 18;
  j[19] = k + 19;
  j[20] = k + 20;
  j[21] = k + 21;
  j[22] = k + 22;
  j[23] = k + 23;
  j[24] = k + 24;
  j[25] = k + 25;
  j[26] = k + 26;
  j[27] = k + 27;
  j[28] = k + 28;
  j[29] = k + 29;
  for (int i = 0; i < N; i++) a[i] = 1;
  if (p) if (q) x = 1; else j[0] = 7; else x = 5;
  for (int i = 0; i < N; i++) a[i] += x;
  for (int i = 0; i < N; i++) __VERIFIER_assert(a[i] != 6 || p != 0);
  return 0;
}
