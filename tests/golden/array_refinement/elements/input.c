extern void abort(void);
extern void reach_error(void);
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); abort(); } }

int main(void) {
  int a[4], sum = 0;
  for (int i = 0; i < 4; i++) a[i] = i;
  sum = a[1] + a[2];
  __VERIFIER_assert(sum == 3);
  return 0;
}
