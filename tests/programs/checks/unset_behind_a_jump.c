/* A jump passes by the assignment. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  if (__VERIFIER_nondet_int() > 5)
    goto out;
  x = 3;
out:
  return x > 2;                          // uninitialised=unsafe
}
