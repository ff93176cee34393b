// VERDICT: unsafe. A string literal is no code, whatever its characters would mean elsewhere.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
int main(void) {
  char one[] = "typeof(int)", two[] = "case 1 ... 2:", three[] = "[1 ... 2]", four[] = "__builtin_va_arg(a, int)";
  char five[] = "__CPROVER_assigns(x)";
  A(sizeof one != 12 || sizeof two != 14 || sizeof three != 10 || sizeof four != 25 || five[0] != '_' || one[11]);
  return 0;
}
