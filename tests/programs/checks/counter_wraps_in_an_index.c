/* A postfix operator computes its new value before the access: the overflow is an error of its own. */
#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
unsigned char a[N];
struct narrow { int down : 4; unsigned up : 3; signed char byte; };
int main(void) {
  struct narrow s = {-3, 7, 127};
  for (int i = 0; i < N; i++)
    a[i] = 1; // bounds=holds
  a[50 + s.down++] = 2; // bounds=holds overflow=holds
  a[s.up++] = 3; // bounds=holds
  if (__VERIFIER_nondet_int()) {
    a[s.byte++] = 4; // bounds=holds overflow=holds conversion=fails
    return 0;
  }
  unsigned next = 4294967295u;
  a[next++] = 5; // bounds=fails unsigned-overflow=fails
  return 0;
}
