// VERDICT: safe. Each byte becomes the digits of its halves, out of a table that is a text in braces.
#ifndef N
#define N 100000
#endif
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);

typedef unsigned char byte;

static const byte digits[] = {"0123456789abcdef"};
static const double unused_table[] = {1.5, 2.5};

byte given[N];
byte high[N], low[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++)
    given[i] = __VERIFIER_nondet_uchar();
  for (i = 0; i < N; i++) {
    high[i] = digits[given[i] >> 4];
    low[i] = digits[given[i] & 15];
  }
  for (i = 0; i < N; i++) {
    __VERIFIER_assert(high[i] >= '0' && high[i] <= 'f');
    __VERIFIER_assert(given[i] != 255 || low[i] == 'f');
  }
  return 0;
}
