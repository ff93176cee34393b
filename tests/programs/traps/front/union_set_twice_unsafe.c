// VERDICT: unsafe. The last of several initialisers of a union counts.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
int main(void) {
  int s = 0;
  union { int first, second; } u = {.first = 1, .second = 0};
  for (int i = 0; i < 1000; i++) s += u.first;
  A(s != 0);
  return 0;
}
