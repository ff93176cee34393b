/* run: --check bounds; one element beyond either table */
struct entry { unsigned short key, index; };
extern int __VERIFIER_nondet_int(void);
int main(void) {
  struct entry one[2], two[2], *p = __VERIFIER_nondet_int() ? one : two;
  for (int k = 0; k <= 2; k++) p[k].key = k;
  return 0;
}
