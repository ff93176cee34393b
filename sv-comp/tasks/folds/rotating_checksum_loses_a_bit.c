// A sum that is rotated before each byte is added.
// UNWIND: 20

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

unsigned char data[N];

int main(void) {
  unsigned one = 0, two = 0;
  for (int i = 0; i < N; i++)
    data[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < N; i++) {
    one = (one >> 1) + ((one & 1) << 15);
    one += data[i];
    one &= 0xffff;
  }
  for (int i = N; i > 0; i--) {
    two = two & 1 ? two >> 1 | 0x8000 : two >> 1;
    two = (two + data[N - i]) & 0x7fff;
  }
  __VERIFIER_assert(one == two);
  return 0;
}
