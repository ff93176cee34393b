/* An inner loop that ends after a few iterations: its checks hold or fail in any of them. */
#ifndef N
#define N 100000
#endif
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  char wide[6], narrow[4];
  int sum = 0;
  for (int i = 0; i < N; i++) {
    unsigned v = __VERIFIER_nondet_ushort(), w = v;
    int n = 0, m = 0;
    while (v) {
      wide[n++] = '0' + v % 10;     // bounds=holds conversion=holds
      v /= 10;
    }
    while (w) {
      narrow[m++] = '0' + w % 10;   // bounds=fails
      w /= 10;
    }
    wide[n] = 0;                    // bounds=holds
    sum ^= wide[0] + n;
  }
  return sum ^ narrow[0];         // uninitialised=fails
}
