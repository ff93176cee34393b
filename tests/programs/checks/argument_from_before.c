/* The argument has the value that the cell had in front of the call, which sets it. */
extern int __VERIFIER_nondet_int(void);
int a[2];
static int again(int x) {
  a[0] = 0;
  return 10 / (x - 5); // div-by-zero=fails
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 9)
    return 0;
  a[0] = n;
  return again(a[0] + 1);
}
