/* The error is behind a write behind the array only. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct { int a[4]; int flag; } s;
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  s.a[i] = 1;
  if (s.flag) reach_error();
  return 0;
}
