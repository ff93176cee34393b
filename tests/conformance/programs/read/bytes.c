// Characters seen with and without a sign, and through void.
extern void abort(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int cond) { if (!cond) reach_error(); }

char text[10];
unsigned char bytes[10];
signed char small;
int seen[20];

void *copy(void *to, const void *from, unsigned long n) {
  char *d = to;
  const unsigned char *s = from;
  while (n--)
    *d++ = *s++;
  return to;
}

int compare(const char *l, const char *r) {
  for (; *l == *r && *l; l++, r++)
    ;
  return *(unsigned char *)l - *(unsigned char *)r;
}

int main(void) {
  for (int i = 0; i < 9; i++) {
    text[i] = __VERIFIER_nondet_char();
    bytes[i] = __VERIFIER_nondet_uchar();
  }
  unsigned char *u = (unsigned char *)text;
  signed char *s = (signed char *)bytes;
  seen[0] = u[0];
  seen[1] = s[0];
  seen[2] = u[1] + 1;
  seen[3] = s[1] >> 1;
  u[2] = 200;
  seen[4] = text[2];
  seen[5] = (u[3] = -3);
  seen[6] = u[3]++;
  seen[7] = text[3];
  u[4] += 130;
  s[4] *= 3;
  seen[8] = --s[5];
  u[5] >>= 1;
  seen[9] = text[5];
  *(unsigned char *)&small = 255;
  seen[10] = small;
  seen[11] = u[6] == s[6];
  seen[12] = u == (unsigned char *)text;
  seen[13] = (int)((unsigned char *)(text + 7) - u);
  seen[14] = compare(text, (char *)bytes);
  u[7] = 100.5;
  seen[15] = text[7];
  char *back = copy(text, bytes, 5);
  seen[16] = back[4];
  void *anything = bytes;
  seen[17] = *((char *)anything + 3);
  seen[18] = ((const signed char *)anything)[8] < 0 ? 1 : 2;
  __VERIFIER_assert(seen[0] >= 0);
  return 0;
}
