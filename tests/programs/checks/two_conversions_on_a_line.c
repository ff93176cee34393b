#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < N; i++)
    s ^= (unsigned char)x ^ (unsigned char)(x & 255); // conversion=fails
  s ^= (unsigned char)x; // conversion=fails
  s ^= (unsigned char)(x & 127); // conversion=holds
  return s;
}
