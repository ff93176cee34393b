/* (n,k)-Gray code with n = N digits, k = 3: N steps from the first word, each digit stays a digit. */
#ifndef N
#define N 25
#endif
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); abort(); } }
#define K 3

int main(void) {
  int digit[N + 1], way[N + 1];
  for (int i = 0; i <= N; i++) {
    digit[i] = 0;
    way[i] = 1;
  }
  for (int step = 0; step < N; step++) {
    int i = 0;
    int next = digit[0] + way[0];
    while (i < N && (next >= K || next < 0)) {
      way[i] = -way[i];
      i++;
      next = digit[i] + way[i];
    }
    digit[i] = next;
    if (i == N) break;
  }
  for (int x = 0; x < N; x++) __VERIFIER_assert(digit[x] >= 0 && digit[x] < K);
  return 0;
}
