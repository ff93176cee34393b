/* run: --function second --check pointer; a word that begins at the second byte is not aligned */
int second(unsigned char *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 4)) { return *(unsigned short *)(p + 1); }
