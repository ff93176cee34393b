// The left operand is read first: after an error there, the right one is not an error as well.
extern int __VERIFIER_nondet_int(void);
int a[4], b[4];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4)
    return 0;
  int sum = a[n] +           // bounds=fails
            b[n];            // bounds=holds
  return sum > 3;
}
