/* run: --function first --check pointer; get may return null */
extern int *get(void);
int first(void) { int *p = get(); return *p != 0; }
