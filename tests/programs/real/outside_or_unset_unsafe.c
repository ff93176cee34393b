/* run: --function first --check pointer; c = 0: p is not set */
extern int *get(void);
int first(int c) {
  int *p;
  if (c) { p = get(); if (!p) return 0; }
  return *p != 0;
}
