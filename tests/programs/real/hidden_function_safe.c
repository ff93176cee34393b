/* run: --function count --check pointer,bounds,overflow; the variable rindex is not the function of that name */
#include <strings.h>
extern int next(int);
int count(int n) {
  int rindex = 0;
  for (int i = 0; i < n && i < 10; i++) rindex += next(rindex) != 0;
  return rindex;
}
static int decline(int x) { return x; }
int apply(int x) { int (*f)(int) = decline; return f(x); }
