/* run: --check pointer,bounds; one of two tables of a block, by a pointer that is moved to the other one */
#include <assert.h>
struct entry { unsigned short key, index; };
extern int __VERIFIER_nondet_int(void);
static void filled(struct entry *at, struct entry *other) {
  struct entry *t = at;
  if (__VERIFIER_nondet_int()) { t = at; at = other; other = t; }
  for (int k = 0; k < 8; k++) at[k].index = 7;
  assert(at[3].index == 7);
}
int main(void) {
  { struct entry one[8], two[8]; filled(one, two); }
  return 0;
}
