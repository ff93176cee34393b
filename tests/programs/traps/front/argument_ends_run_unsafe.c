// VERDICT: unsafe. C does not say which argument is evaluated first, and gcc begins with the last one.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern void exit(int);
int s;
int ends(void) { exit(0); return 1; }
int fails(void) { A(s == 0); return 2; }
int both(int a, int b) { return a + b; }
int main(void) {
  for (int i = 0; i < 1000; i++) s++;
  return both(ends(), fails());
}
