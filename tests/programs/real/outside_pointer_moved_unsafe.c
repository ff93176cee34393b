/* run: --function second --check bounds; get may return a pointer to one int */
extern int *get(void);
int second(void) { int *p = get(); return p ? p[1] != 0 : 0; }
