extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
extern void abort(void);
void reach_error(void) {}
int main(void) {
  int x = __VERIFIER_nondet_int(), r = 0;
  if (x == 5) {
    reach_error();
    abort();
  } else
    r = 4;
  if (x == 2) __VERIFIER_assert(x != 2);
  __VERIFIER_assert(x != 1);
  r += 3;
  return 0;
}
