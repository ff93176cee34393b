/* A number that was computed leads to no object where no address ever becomes a number. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char c = 65;
  int *p = (int *)(unsigned long)(c + __VERIFIER_nondet_uint() % 2);
  return *p; // pointer=fails
}
