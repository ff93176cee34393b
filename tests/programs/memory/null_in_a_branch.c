/* A null pointer is followed. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = 0;
  if (__VERIFIER_nondet_int() > 3)
    *p = 2; // pointer=fails
  return 0;
}
