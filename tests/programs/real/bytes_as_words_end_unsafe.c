/* run: --function last --check bounds; the last word may lie behind the end: n = 5, k = 2 */
int last(unsigned char *p, unsigned n, unsigned k)
__CPROVER_requires(__CPROVER_is_fresh(p, n)) {
  if (2 * k >= n || k > 1000) return -1;
  return ((unsigned short *)p)[k];
}
