extern void __VERIFIER_assert(int);
extern unsigned __VERIFIER_nondet_uint(void);
union word { unsigned whole; unsigned short half[2]; unsigned char byte[4]; struct { unsigned char low, next; short rest; } part; };
int main(void) {
  union word u;
  unsigned i, sum = 0;
  u.whole = __VERIFIER_nondet_uint();
  for (i = 0; i < 4; i++) sum += (i + 1) * u.byte[i];
  sum += u.half[1] + 3u * u.part.next + (unsigned)u.part.rest;
  __VERIFIER_assert(sum == 0);
  u.half[1] = 515;
  __VERIFIER_assert(u.byte[3] == 2 && u.part.rest == 515);
  u.part.low = 9;
  __VERIFIER_assert(u.byte[0] == 9);
  return 0;
}
