// VERDICT: unsafe. Another reader takes four digits for one character, and finds no violation with any input.
extern unsigned __VERIFIER_nondet_uint(void); extern void __VERIFIER_assert(int); void reach_error(void) {}
char s[] = "\1011";
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x * 2654435761u == 3000012345u)
    __VERIFIER_assert(s[1] != '1');
  return 0;
}
