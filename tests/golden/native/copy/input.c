extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
int a[1000], b[1000];

int main(void) {
  for (int i = 0; i < 1000; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = i == 2 ? 0 : a[i];
  }
  for (int i = 0; i < 1000; i++)
    __VERIFIER_assert(a[i] == b[i]);
  return 0;
}
