// VERDICT: unsafe. Pointers to different variables differ, but two texts that are the same may be one object.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
int main(void) {
  int s = 0;
  const char *p = "text", *q = "text";
  for (int i = 0; i < 1000; i++) s += p == q;
  A(s == 0);
  return 0;
}
