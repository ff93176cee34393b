/* run: --function f; unsafe: an int without a name is set through q, assigns has q alone; must not be an unconditional TRUE */
int *q = (int[1]){ 0 };
/*@ assigns q; ensures \result == 1; */
int f(void) { *q = 1; return 1; }
