/* Arrays whose size is no constant: what the size was when they were declared counts. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
static int filled(int n, int rows[n][n]) { int t = 0; for (int i = 0; i < n; i++) t += rows[i][n - 1 - i]; return t; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 20) abort();
  int line[n], square[n][n + 1];
  int before = n;
  n += 5;
  for (int i = 0; i < before; i++) { line[i] = i; for (int j = 0; j <= before; j++) square[i][j] = i - j; }
  assert(line[before - 1] == n - 6);
  assert(square[before - 1][before] == -1);
  return 0;
}
