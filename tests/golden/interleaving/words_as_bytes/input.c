extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
unsigned short words[1000];
unsigned char wire[2000];
unsigned char *put(unsigned char *p, unsigned short v) {
  *p++ = v >> 8;
  *p++ = v & 255;
  return p;
}
int main(void) {
  unsigned char *end = wire;
  for (int i = 0; i < 1000; i++) {
    words[i] = __VERIFIER_nondet_uint();
    end = put(end, words[i]);
  }
  for (int i = 0; i < 1000; i++)
    __VERIFIER_assert((wire[2 * i] << 8 | wire[2 * i + 1]) == words[i]);
  return 0;
}
