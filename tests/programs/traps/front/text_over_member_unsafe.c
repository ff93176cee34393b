// VERDICT: unsafe. The same in a struct.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
struct pair { char a[4]; int b; };
int main(void) {
  int s = 0;
  struct pair t = {.a = "abc", .b = 1, .a = "x"};
  for (int i = 0; i < 1000; i++) s += t.a[1];
  A(s != 0);
  return 0;
}
