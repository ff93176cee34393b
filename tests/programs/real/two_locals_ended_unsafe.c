/* run: --check pointer; the pointer outlives the block of both tables */
struct entry { unsigned short key, index; };
extern int __VERIFIER_nondet_int(void);
int main(void) {
  struct entry *p = 0; int s = 0;
  { struct entry one[2], two[2]; one[0].key = 1; two[0].key = 2; p = __VERIFIER_nondet_int() ? one : two; s = p[0].key; }
  { struct entry other[2]; other[0].key = 3; s += p[0].key; }
  return s;
}
