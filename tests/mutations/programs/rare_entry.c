/* An input that is hard to guess writes a cell in front of the loop that keeps it. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  int a[100000];
  int b[100000];
  for (int i = 0; i < 100000; i++) a[i] = 0;
  unsigned v = __VERIFIER_nondet_uint();
  if (v * v == 1522756u) a[0] = 1;
  for (int i = 0; i < 100000; i++) b[i] = 0;
  for (int i = 0; i < 100000; i++) if (a[i] != b[i]) reach_error();
  return 0;
}
