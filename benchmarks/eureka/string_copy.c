/* String copy: up to its end, the copy is the string. */
#ifndef N
#define N 1000
#endif
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); abort(); } }

int main(void) {
  char from[N], to[N];
  int i = 0;
  from[N - 1] = 0;
  while (from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  for (int x = 0; x <= i; x++) __VERIFIER_assert(to[x] == from[x]);
  return 0;
}
