/* A null pointer is followed. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 1, *p = &a;
  if (__VERIFIER_nondet_int() == 7)
    p = 0;
  *p = 2; // pointer=fails
  return a;
}
