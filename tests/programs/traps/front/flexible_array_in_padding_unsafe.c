// VERDICT: unsafe. The bytes of a struct are its padding as well, where its flexible array member begins.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void *malloc(unsigned long);
extern void *memset(void *, int, unsigned long);
void reach_error(void) {}
void __VERIFIER_assert(int cond) { if (!cond) { reach_error(); abort(); } }
struct text { short length; char kind; char characters[]; };
int main(void) {
  struct text *t = malloc(sizeof *t + 8);
  if (__VERIFIER_nondet_int() != 7) return 0;
  t->characters[0] = 'a';
  memset(t, 0, sizeof *t);
  __VERIFIER_assert(t->characters[0] == 'a');
  return 0;
}
