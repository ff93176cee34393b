/* run: --function f; unsafe: an int without a name is set through the constant q; must not be an unconditional TRUE */
int *const q = (int[1]){ 0 };
/*@ assigns \nothing; ensures \result == 1; */
int f(void) { *q = 1; return 1; }
