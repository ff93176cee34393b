// VERDICT: unsafe. The bytes of a struct are its padding as well, where its flexible array member begins.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void *memset(void *, int, unsigned long);
extern void __VERIFIER_assert(int);
struct text { short length; char kind; char characters[]; };
int main(void) {
  struct text *t = malloc(sizeof *t + 8);
  if (__VERIFIER_nondet_int() != 5) return 0;
  t->characters[0] = 'a';
  memset(t, 0, sizeof *t);
  __VERIFIER_assert(t->characters[0] == 'a');
  return 0;
}
