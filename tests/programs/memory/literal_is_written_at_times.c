/* A string literal must not be written to, on no way. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *s = "text";
  if (__VERIFIER_nondet_int() > 3)
    s[0] = 'T'; // pointer=fails
  return 0;
}
