// VERDICT: unsafe. A byte that is written is one of the members.
extern void __VERIFIER_assert(int);
struct pair { char first; int second; } pair;
int main(void) {
  char *p = (char *)&pair;
  for (unsigned i = 0; i < sizeof pair; i++)
    p[i] = 1;
  __VERIFIER_assert(pair.first == 0);
  return 0;
}
