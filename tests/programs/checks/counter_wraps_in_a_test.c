/* A postfix operator computes its new value before the access, in tests, arguments and results as well. */
extern int __VERIFIER_nondet_int(void);
int a[10];
int last;
static int same(int v) { return v; }
static int test(int i) {
  if (a[i++]) // bounds=fails overflow=fails
    return 1;
  return 0;
}
static int given(int i) {
  return same(a[i++]); // bounds=unsafe overflow=unsafe
}
static int result(int i) {
  return a[i++]; // bounds=unsafe overflow=unsafe
}
static int choice(int i, int b) {
  int x = b ? a[i++] : 0; // bounds=unsafe overflow=unsafe
  return x;
}
static int begun(int i) {
  int x = a[i++]; // bounds=unsafe overflow=unsafe
  return x;
}
int main(void) {
  int which = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
  if (which == 0) last = test(i);
  if (which == 1) last = given(i);
  if (which == 2) last = result(i);
  if (which == 3) last = choice(i, 1);
  if (which == 4) last = begun(i);
  if (which == 5)
    a[i++]; // bounds=unsafe overflow=unsafe
  if (which == 6)
    switch (a[i++]) { // bounds=unsafe overflow=unsafe
      case 0: last = 1;
    }
  return 0;
}
