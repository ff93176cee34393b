// Rounds that only decide whether the assertion is reached: the value slice is without them, the backward slice has them.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int a[100000], b[100000], score;

int main(void) {
  int rounds = __VERIFIER_nondet_int(), spare = 0, total = 0;
  for (int i = 0; i < 100000; i++) {
    a[i] = i % 7;
    b[i] = spare;
    spare = spare + b[i];
  }
  while (rounds > 0) {
    total = total + spare;
    spare = total - rounds;
    if (rounds % 3 == 1)
      score++;
    rounds--;
  }
  if (score % 5 == 2)
    return 0;
  for (int i = 0; i < 100000; i++)
    __VERIFIER_assert(a[i] <= 6);
  return 0;
}
