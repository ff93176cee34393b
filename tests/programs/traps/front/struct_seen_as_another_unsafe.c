// VERDICT: unsafe. A write through a pointer to another struct type changes the object.
extern void __VERIFIER_assert(int);
struct one { int i; };
struct two { int i, j; } both;
int main(void) {
  struct one *p = (struct one *)&both;
  p->i = 5;
  __VERIFIER_assert(both.i != 5);
  return 0;
}
