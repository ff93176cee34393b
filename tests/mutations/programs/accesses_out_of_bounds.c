/* Reaches no error, but reads behind its array. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[4];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  if (a[i] > i && a[i] < i) reach_error();
  return 0;
}
