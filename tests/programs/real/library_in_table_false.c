/* run: ; the address of a library function is in a table: the run that shows the violation is linked with it */
#include <stdlib.h>
#include <assert.h>
static struct hooks { void *(*get)(size_t); void (*drop)(void *); } hooks = { malloc, free };
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int *p = hooks.get(sizeof *p);
  if (p == NULL) return 0;
  *p = x;
  assert(*p != 12);
  hooks.drop(p);
  return 0;
}
