// VERDICT: unsafe. An array that a block in a loop declares is a new one in each round.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
int main(void) {
  int sum = 0;
  for (int i = 0; i < 100; i++) {
    int t[3] = {0};
    t[i % 3]++;
    sum += t[0] + t[1] + t[2];
  }
  A(sum != 100);
  return 0;
}
