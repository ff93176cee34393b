// VERDICT: unsafe. C specifies only the sign of strcmp's result, and gcc computes 1 if it knows the texts.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern int strcmp(const char *, const char *);
int main(void) {
  int s = 0, sign = strcmp("z", "a");
  for (int i = 0; i < 1000; i++) s += sign;
  A(s == 25000);
  return 0;
}
