/* An array of variable size has no cells if the size is negative; as an unsigned number it would be large. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 100) return 0;
  int a[n];
  if (n < 0) a[3] = 1;  // bounds=unsafe
  if (n > 3) a[3] = 1;  // bounds=holds
  return 0;
}
