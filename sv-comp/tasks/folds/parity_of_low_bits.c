// The parity of all words is that of their exclusive or.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned short __VERIFIER_nondet_ushort(void);

#ifndef N
#define N 100000
#endif

unsigned short words[N];

static unsigned parity(unsigned x) {
  x &= 0x7fff;
  x ^= x >> 8;
  x ^= x >> 4;
  x ^= x >> 2;
  x ^= x >> 1;
  return x & 1;
}

int main(void) {
  unsigned odd = 0, all = 0;
  for (int i = 0; i < N; i++)
    words[i] = __VERIFIER_nondet_ushort();
  for (int i = 0; i < N; i++)
    odd ^= parity(words[i]) ^ words[i] >> 15;
  for (int i = 0; i < N; i++)
    all ^= words[i];
  __VERIFIER_assert(odd == parity(all));
  return 0;
}
