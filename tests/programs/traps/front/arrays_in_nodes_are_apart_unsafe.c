// VERDICT: unsafe. Equal positions in arrays of two objects that a loop allocates are two places.
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
struct node { int a[2]; } *first, *last;
int main(void) {
  for (int i = 0; i < 2; i++) {
    last = malloc(sizeof *last);
    if (i == 0)
      first = last;
  }
  __VERIFIER_assert(first->a == last->a);
  return 0;
}
