/* run: ; calls through the pointers of a table */
#include <assert.h>
typedef unsigned word;
struct curve;
typedef const struct curve *Curve;
struct curve { signed char words; word p[8]; void (*dbl)(word *, word *, Curve); void (*fold)(word *, word *); };
void twice(word *x, word *y, Curve c);
void fold(word *r, word *p);
static const struct curve one = {8, {1, 2, 3}, &twice, &fold};
void twice(word *x, word *y, Curve c) { for (int k = 0; k < c->words; k++) x[k] = y[k] + y[k]; }
void fold(word *r, word *p) { for (int k = 0; k < 8; k++) r[k] ^= p[k]; }
int main(void) {
  word x[8] = {0}, y[8] = {1, 2, 3};
  Curve c = &one;
  c->dbl(x, y, c);
  assert(x[2] == 6);
}
