/* If the loop does not run, no cell is set. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    x = i;
  return x;                              // uninitialised=fails
}
