/* A variable that is set under a condition alone is used behind it. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int(), x, y;
  if (c > 3)
    x = 1;
  if (c > 7)
    y = 2;
  int s = 0;
  if (c > 9)
    s = y;                               // uninitialised=holds
  return s + x;                          // uninitialised=fails
}
