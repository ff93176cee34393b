/* One cell of three is set for each n, and another one is read. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int t[3];
  int n = __VERIFIER_nondet_int();
  t[1] = 4;
  if (n > 0)
    t[0] = 3;
  else
    t[2] = 5;
  int sure = t[1];                       // uninitialised=holds
  return sure + t[n > 1 ? 0 : 2];        // uninitialised=fails
}
