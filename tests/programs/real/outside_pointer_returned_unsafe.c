/* run: --function divide --check div-by-zero; keep may return its argument, so that x is 0 */
extern int *keep(int *);
int divide(void) {
  int x = 0, *p = keep(&x);
  if (!p) return 0;
  x = 1;
  *p = 0;
  return 10 / x;
}
