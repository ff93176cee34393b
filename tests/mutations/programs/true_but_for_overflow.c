/* The error is behind a signed overflow only. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = x + 1;
  if (x > 0 && y < 0) reach_error();
  return 0;
}
