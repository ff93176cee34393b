/* An error that is reached through a function of the program's own. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static void check(int holds) { if (!(holds)) { ERROR: { reach_error(); } } return; }
int table[5];
int main(void) {
  int at = __VERIFIER_nondet_int();
  __VERIFIER_assume(at >= 0 && at < 5);
  table[at] = at * 2;
  for (int i = 0; i < 5; i++) check(table[i] == 0 || i == at);
  check(table[at] < 7);
  if (at == 3) { if (table[3] != 6) reach_error(); } else check(table[3] == 0);
  return 0;
}
