// The sums of Adler, by remainder and by taking the modulus off.
// SIZES: 1 2 3

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

unsigned char data[N];

int main(void) {
  unsigned a = 1, b = 0, c = 1, d = 0;
  for (int i = 0; i < N; i++)
    data[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < N; i++) {
    a = (a + data[i]) % 251;
    b = (b + a) % 251;
  }
  for (int i = 0; i < N; i++) {
    c += data[i];
    if (c >= 251)
      c -= 251;
    if (c >= 251)
      c -= 251;
    d += c;
    if (d > 251)
      d -= 251;
  }
  __VERIFIER_assert(a == c && b == d);
  return 0;
}
