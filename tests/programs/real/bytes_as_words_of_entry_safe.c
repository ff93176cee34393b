/* run: --function tlv --check bounds; words in front of a text of n bytes, n >= 4 */
int tlv(unsigned char *p, unsigned n, unsigned short *type)
__CPROVER_requires(__CPROVER_is_fresh(p, n) && __CPROVER_is_fresh(type, sizeof *type)) {
  if (n < 4) return -1;
  *type = *((unsigned short *)p + 1);
  return *((unsigned short *)p);
}
