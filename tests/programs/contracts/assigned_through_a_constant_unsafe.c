/* run: --function f; unsafe: h is set through the constant q; must not be an unconditional TRUE */
int h, *const q = &h;
/*@ assigns \nothing; ensures \result == 1; */
int f(void) { *q = 1; return 1; }
