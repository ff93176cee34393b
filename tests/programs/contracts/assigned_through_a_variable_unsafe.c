/* run: --function f; unsafe: h is set through q, and assigns has q alone; must not be an unconditional TRUE */
int h, *q = &h;
/*@ assigns q; ensures \result == 1; */
int f(void) { *q = 1; return 1; }
