// The pointer stays within the array and its end.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "pointer_to_match.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

typedef unsigned char byte;
byte data[N];

static byte *find(byte *from, byte *end, byte value) {
  while (from != end && *from != value)
    ++from;
  return from;
}

int main(void) {
  for (int i = 0; i < N; i++)
    data[i] = __VERIFIER_nondet_uchar();
  byte *hit = find(data, data + N, 0xFF);
  for (byte *p = data; p != hit; ++p)
    __VERIFIER_assert(*p != 0xFF);
  return 0;
}
