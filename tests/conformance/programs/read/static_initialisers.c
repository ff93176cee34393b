/* Constants of static objects: choices, sizes of expressions, conversions; and names that temporaries have had. */
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int chosen = 1 ? 2 : 3 / 1;
int sized = sizeof(chosen + 1L) - 9 > 0;
unsigned char narrow = 0 ? 1 : 300;
long wide = 1 ? 0xFFFFFFFF : -1;
float rounded = 0.1;
_Bool truth = 0.3;
int main(void) {
  static int inner = 0 ? 4 : 5;
  static int divided = -7 / 2;
  int k = __VERIFIER_nondet_int();
  int input, x, test = k > 3 && k < 9;
  x = (input = __VERIFIER_nondet_int(), input);
  __VERIFIER_assert(chosen == 2 && sized == 1 && narrow == 44);
  __VERIFIER_assert(wide == 4294967295L && rounded != 0.1 && truth == 1);
  __VERIFIER_assert(inner == 5 && divided == -3);
  __VERIFIER_assert(x == input && (test == 1) == (k > 3 && k < 9));
  return 0;
}
