// Words are taken over one by one.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

unsigned int in[N], out[N];

int main(void) {
  unsigned int i;
  for (i = 0; i < N; i++)
    in[i] = __VERIFIER_nondet_uint();
  for (i = 0; i < N; i++) {
    if (in[i] == 0xDEADBEEFu)
      continue;
    out[i] = in[i];
  }
  for (i = 0; i < N; i++) {
    if (out[i] != in[i]) {
      reach_error();
      abort();
    }
  }
  return 0;
}
